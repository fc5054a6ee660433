import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { RunContext } from './run-context.ts';

const EVERY_MS = 3000;
const LIFETIME_MS = 3000;

/**
 * Lights cruds that burn out in seconds, straight in the store and by its own append(), until there is no more writing:
 * the shortest life a caller may choose is an hour. No envelope tells of them, so only the log does.
 */
export async function createShortLivedCruds(world: RunContext): Promise<void> {
  while (!world.writing.aborted) {
    await createShortLivedCrud(world);
    await pause(EVERY_MS);
  }
}

/** One of them; whether it came into the store stands in the history. */
export async function createShortLivedCrud({ topology, history, random, people }: RunContext): Promise<void> {
  const row = randomUUID();
  const { sub } = random.pick(people);
  const client = new pg.Client({ connectionString: topology.postgres.url });
  // Its connection may be cut together with everybody's.
  client.on('error', () => undefined);
  history.record({ type: 'invoked', id: row, kind: 'fleeting', sub, row });
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
