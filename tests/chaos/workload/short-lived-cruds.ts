import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { RunContext } from './run-context.ts';

const EVERY_MS = 3000;
const LIFETIME_MS = 3000;

/**
 * Creates cruds that expire in seconds, directly in the store and by its own append(), until the writing ends: the shortest
 * lifetime a caller can choose is an hour. They have no envelopes, so only the log has them.
 */
export async function createShortLivedCruds(run: RunContext): Promise<void> {
  while (!run.writing.aborted) {
    await createShortLivedCrud(run);
    await pause(EVERY_MS);
  }
}

/** One of them; the history records whether it was stored. */
export async function createShortLivedCrud({ topology, history, random, people }: RunContext): Promise<void> {
  const row = randomUUID();
  const { sub } = random.pick(people);
  const client = new pg.Client({ connectionString: topology.postgres.url });
  // A fault may cut its connection too.
  client.on('error', () => undefined);
  history.record({ type: 'invoked', id: row, kind: 'expiring', sub, row });
  const status = await insertCrud(client, { row, sub }).then(
    (ends) => {
      history.record({ type: 'expires', row, when: ends });
      return 200;
    },
    () => 0,
  );
  history.record({ type: 'answered', id: row, status });
  await client.end().catch(() => undefined);
}

async function insertCrud(client: pg.Client, { row, sub }: { row: string; sub: string }): Promise<number> {
  const now = Date.now();
  await client.connect();
  await client.query('begin');
  await client.query(
    'insert into activities (uuid, author, message, created_at, expires_at) values ($1, $2, $3, $4, $5)',
    [row, sub, `fleeting ${row}`, new Date(now), new Date(now + LIFETIME_MS)],
  );
  const entry = JSON.stringify([{ stream: 'public', kind: 'activity.created', ref: row }]);
  await client.query('select from append($1::jsonb, $2)', [entry, new Date(now)]);
  await client.query('commit');
  return now + LIFETIME_MS;
}
