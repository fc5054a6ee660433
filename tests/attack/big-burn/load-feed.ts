import type { TestClient } from '../../support/clients.ts';

export interface FeedFigures {
  calls: number;
  /** Answers other than 200. */
  failed: number;
  p50Ms: number;
  p99Ms: number;
}

/** Reads the home feed and posts, with sequential calls by each of several readers, until stopped. */
export async function loadFeed(clients: readonly TestClient[], signal: AbortSignal): Promise<FeedFigures> {
  const times: number[] = [];
  let failed = 0;

  async function readRepeatedly(client: TestClient): Promise<void> {
    for (let turn = 0; !signal.aborted; turn += 1) {
      const began = performance.now();
      const { status } =
        turn % 5 === 4
          ? await client.call('createActivity', { body: { message: `meanwhile ${turn}` } })
          : await client.call('homeFeed');
      times.push(performance.now() - began);
      if (status !== 200) failed += 1;
    }
  }

  await Promise.all(clients.map(readRepeatedly));
  const sorted = times.toSorted((one, other) => one - other);
  const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? 0;
  return { calls: sorted.length, failed, p50Ms: at(0.5), p99Ms: at(0.99) };
}
