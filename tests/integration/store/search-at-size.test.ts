import { CompiledQuery } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { systemClock } from '../../../server/src/domain/clock.ts';
import { createView } from '../../../server/src/domain/paging.ts';
import { createSearchReads } from '../../../server/src/repositories/search.ts';
import { createStore } from '../../../server/src/repositories/store.ts';
import type { Db } from '../../../server/src/repositories/tables.ts';
import { measureQueryCost } from '../../attack/query-cost.ts';
import { addPeople } from '../../support/add-people.ts';
import { openTestStore, type TestStore } from '../../support/test-store.ts';

/** Positions of cruds: those from here on are among the newest 2,000, and one in 150 of them has the word. */
const NEWEST = 11_000;
const LAST = 12_999;
const LIMIT = 40;

let opened: TestStore;
let db: Db;
let author: string | undefined;

const search = (of: Db, before?: string) =>
  createSearchReads(of).searchActivities(['seldom'], createView(systemClock, null, { before, limit: LIMIT }));

const run = <Row>(statement: string, ...parameters: unknown[]) =>
  db.executeQuery<Row>(CompiledQuery.raw(statement, parameters));

/** Older ones all have the word; one in seven is expired. */
async function addCruds(from: number, to: number): Promise<void> {
  await run(
    `insert into activities (uuid, pos, author, message, created_at, expires_at)
    select gen_random_uuid(), n, $1, case when n < $2 or n % 150 = 0 then 'seldom' else 'often' end,
      now() - interval '2 days', now() + interval '1 day' * case when n % 7 = 0 then -1 else 1 end
    from generate_series($3::int, $4::int) as s (n)`,
    author,
    NEWEST,
    from,
    to,
  );
  await run('analyze activities');
}

beforeAll(async () => {
  opened = await openTestStore();
  ({ db } = opened.store);
  const [person] = await addPeople(createStore(db, systemClock), 1);
  author = person?.sub;
});
afterAll(() => opened[Symbol.asyncDispose]());

it('[QUERY-9] a word of few newest cruds costs as much however many older ones have it', async () => {
  await addCruds(NEWEST - 1000, LAST);
  const small = await measureQueryCost(db, search);
  await addCruds(1, NEWEST - 1001);
  const large = await measureQueryCost(db, search);
  expect(large.largestScan).toBeLessThanOrEqual(small.largestScan * 1.1);
});

it('[QUERY-9] pages of such a word have each unexpired crud once, the newest first', async () => {
  const found: string[] = [];
  let next: string | undefined;
  for (let page = 0; page < 3; page += 1) {
    const { data, next: following } = await search(db, next);
    found.push(...data.map(({ uuid }) => uuid));
    next = following;
  }
  const expected = await run<{ uuid: string }>(
    `select uuid from activities where message = 'seldom' and expires_at > now() order by pos desc limit $1`,
    3 * LIMIT,
  );
  expect(found).toEqual(expected.rows.map(({ uuid }) => uuid));
});
