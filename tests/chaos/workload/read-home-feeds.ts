import { setTimeout as pause } from 'node:timers/promises';
import { createClient } from '../../support/clients.ts';
import type { RunContext } from './run-context.ts';

const EVERY_MS = 300;

/** Reads the home feed at any gateway, repeatedly, to find expired cruds. */
export async function readHomeFeeds(run: RunContext): Promise<void> {
  const { topology, history, random, people } = run;
  while (!run.writing.aborted) {
    await pause(EVERY_MS);
    const client = createClient(random.pick(topology.entryPoints).origin, random.pick(people).accessToken);
    const requestedAt = Date.now();
    const list = await client.callOk('homeFeed', { signal: AbortSignal.timeout(4000) }).catch(() => null);
    if (!list) continue;
    const ends = list.flatMap(({ expires_at: end }) => (end === null ? [] : [Date.parse(end)]));
    history.record({ type: 'read', requestedAt, soonest: ends.length > 0 ? Math.min(...ends) : null });
  }
}
