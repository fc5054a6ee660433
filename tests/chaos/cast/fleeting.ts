import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { World } from './world.ts';

const EVERY_MS = 3000;
const LIFE_MS = 3000;

/**
 * Lights cruds that burn out in seconds, straight in the store and by its own append(), until there is no more writing:
 * the shortest life a caller may choose is an hour. No envelope tells of them, so only the log does.
 */
export async function lightFleeting(world: World): Promise<void> {
  while (!world.writing.aborted) {
    await lightOne(world);
    await pause(EVERY_MS);
  }
}

/** One of them; whether it came into the store stands in the history. */
export async function lightOne({ topology, history, random, people }: World): Promise<void> {
  const row = randomUUID();
  const { sub } = random.pick(people);
  const client = new pg.Client({ connectionString: topology.postgres.url });
  // Its connection may be cut together with everybody's.
  client.on('error', () => undefined);
  history.note({ type: 'invoked', id: row, kind: 'fleeting', sub, row });
  const status = await insert(client, { row, sub }).then(
    (ends) => {
      history.note({ type: 'expires', row, when: ends });
      return 200;
    },
    () => 0,
  );
  history.note({ type: 'answered', id: row, status });
  await client.end().catch(() => undefined);
}

async function insert(client: pg.Client, { row, sub }: { row: string; sub: string }): Promise<number> {
  const now = Date.now();
  await client.connect();
  await client.query('begin');
  await client.query(
    'insert into activities (uuid, author, message, created_at, expires_at) values ($1, $2, $3, $4, $5)',
    [row, sub, `fleeting ${row}`, new Date(now), new Date(now + LIFE_MS)],
  );
  const entry = JSON.stringify([{ stream: 'public', kind: 'activity.created', ref: row }]);
  await client.query('select from append($1::jsonb, $2)', [entry, new Date(now)]);
  await client.query('commit');
  return now + LIFE_MS;
}
