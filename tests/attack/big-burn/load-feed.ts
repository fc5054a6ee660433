import type { TestClient } from '../../support/clients.ts';

export interface FeedFigures {
  /** Answers other than 200. */
  failed: number;
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
  return { failed, p99Ms: sorted[Math.floor((sorted.length - 1) * 0.99)] ?? 0 };
}
