import { PAGE_SIZE_MAX } from '@cruddur/shared';
import { CompiledQuery } from 'kysely';
import { expect, it } from 'vitest';
import { systemClock } from '../../../server/src/domain/clock.ts';
import { createView } from '../../../server/src/domain/paging.ts';
import { createCountsReads } from '../../../server/src/repositories/counts.ts';
import { createStoreReads, type StoreReads } from '../../../server/src/repositories/reads.ts';
import { createSearchReads } from '../../../server/src/repositories/search.ts';
import { createStore } from '../../../server/src/repositories/store.ts';
import type { Db } from '../../../server/src/repositories/tables.ts';
import {
  BUSIEST_AUTHOR,
  crudUuid,
  fillStore,
  FREQUENT_TAG,
  OCCASIONAL_TAG,
} from '../../proof/attack/fill-store.ts';
import { collectStatements, measureQueryCost, type QueryCost } from '../../proof/attack/query-cost.ts';
import { addPeople } from '../../support/add-people.ts';
import { disposeAfterAll } from '../../support/dispose-after-all.ts';
import { openTestStore } from '../../support/test-store.ts';

type Reads = Omit<StoreReads, 'visitorEvents' | 'log'>;

const SMALL = { people: 1000, cruds: 2500 };
const TENFOLD = { people: 10_000, cruds: 25_000 };

const now = systemClock.now();
const view = { viewer: BUSIEST_AUTHOR, now, before: null, limit: 50 };

/** Every read whose cost could grow with the size of a table or of one user's history. */
const READS: Record<string, (reads: Reads, db: Db) => Promise<unknown>> = {
  'the home feed': ({ activities }) => activities.readHome(view),
  'a further page of the home feed': ({ feedPages }) =>
    feedPages.readOlder([{ viewer: BUSIEST_AUTHOR, before: { pos: 20_000, uuid: BUSIEST_AUTHOR } }], now),
  'the newest cruds for visitors': ({ activities }) => activities.readNewestForVisitors(now),
  'the profile of a busy author': ({ activities }) => activities.readProfile(BUSIEST_AUTHOR, view),
  'the counts of a busy author': ({ people }) => people.findProfile(BUSIEST_AUTHOR, now),
  'a crud with many replies': ({ activities }) => activities.readPost(crudUuid(1), view),
  'one crud': ({ activities }) => activities.find(crudUuid(1), BUSIEST_AUTHOR),
  'counts for sockets': (_, db) => createCountsReads(db)([crudUuid(1), crudUuid(2)]),
  'a page of notifications': ({ notifications }) => notifications.readPage(BUSIEST_AUTHOR, view),
  trends: ({ people }) => people.listHashtags(now, 5),
  'hashtags by a prefix': ({ people }) => people.listHashtags(now, 10, 'tc4c'),
  'people by a letter': ({ people }) => people.searchPeople('p', { viewer: null, limit: 10 }),
  'people by a name': ({ people }) => people.searchPeople('abc', { viewer: null, limit: 10 }),
  'authors of the latest cruds': ({ people }) => people.findLatestAuthors(now, 10),
  'cruds with a rare word': ({ search }) => search.searchActivities([['w49000']], view),
  'cruds with a frequent word': ({ search }) => search.searchActivities([['the']], view),
  'cruds with a frequent hashtag': ({ search }) => search.findByHashtag(FREQUENT_TAG, view),
  'cruds with an occasional hashtag': ({ search }) => search.findByHashtag(OCCASIONAL_TAG, view),
  'the latest conversations': ({ messages }) => messages.readGroups(BUSIEST_AUTHOR, view),
  'unread messages': ({ messages }) => messages.countUnread(BUSIEST_AUTHOR, now),
  'waiting requests': ({ messages }) => messages.countRequests(BUSIEST_AUTHOR),
};

const SLACK: Record<string, number> = {
  /** The small store does not fill this page: twice as many rows, each with its own lookups. */
  'a page of notifications': 1000,
  /** By its sampled statistics, the planner may read the small table of people as a whole instead of looking up each author. */
  'a crud with many replies': 200,
};

const { db } = disposeAfterAll(await openTestStore()).store;
const measure = async () => {
  const costs = new Map<string, QueryCost>();
  for (const [name, read] of Object.entries(READS)) {
    const run = (watched: Db) => read(createStoreReads(watched, systemClock), watched);
    await run(db);
    costs.set(name, await measureQueryCost(db, run));
  }
  return costs;
};
await fillStore(db, SMALL);
const before = await measure();
await fillStore(db, TENFOLD);
const after = await measure();

it.each(Object.keys(READS))(
  'in a store that grows tenfold, %s is read from as many pages as before',
  (name) => {
    const [small, large] = [before.get(name)?.pages ?? 0, after.get(name)?.pages ?? 0];
    expect(small).toBeGreaterThan(0);
    expect(after.get(name)?.fullScans).not.toContain('likes');
    const most = small * 2 + (SLACK[name] ?? 40);
    expect(large, after.get(name)?.statements.join('\n')).toBeLessThanOrEqual(most);
  },
);

/** Positions of cruds: those from here on are among the newest 2,000, and one in 150 of them has the word. */
const NEWEST = 11_000;
const LAST = 12_999;
const LIMIT = 40;

/** A store of its own. */
const { db: searched } = disposeAfterAll(await openTestStore()).store;
const [person] = await addPeople(createStore(searched, systemClock), 1);

const search = (of: Db, before?: string) =>
  createSearchReads(of).searchActivities(
    [['seldom']],
    createView(systemClock, null, { before, limit: LIMIT }),
  );

const run = <Row>(statement: string, ...parameters: unknown[]) =>
  searched.executeQuery<Row>(CompiledQuery.raw(statement, parameters));

/** Older ones all have the word; one in seven is expired. */
async function addSearchedCruds(from: number, to: number): Promise<void> {
  await run(
    `insert into activities (uuid, pos, author, message, terms, created_at, expires_at)
    select gen_random_uuid(), n, $1, word, to_tsvector('simple', word),
      now() - interval '2 days', now() + interval '1 day' * case when n % 7 = 0 then -1 else 1 end
    from generate_series($3::int, $4::int) as s (n)
    cross join lateral (select case when n < $2 or n % 150 = 0 then 'seldom' else 'often' end) as w (word)`,
    person?.sub,
    NEWEST,
    from,
    to,
  );
  await run('analyze activities');
}

it('a word of few newest cruds costs as much however many older ones have it', async () => {
  await addSearchedCruds(NEWEST - 1000, LAST);
  const small = await measureQueryCost(searched, search);
  await addSearchedCruds(1, NEWEST - 1001);
  const large = await measureQueryCost(searched, search);
  expect(large.largestScan).toBeLessThanOrEqual(small.largestScan * 1.1);
});

it('pages of such a word have each unexpired crud once, the newest first', async () => {
  const found: string[] = [];
  let next: string | undefined;
  for (let page = 0; page < 3; page += 1) {
    const { data, next: following } = await search(searched, next);
    found.push(...data.map(({ uuid }) => uuid));
    next = following;
  }
  const expected = await run<{ uuid: string }>(
    `select uuid from activities where message = 'seldom' and expires_at > now() order by pos desc limit $1`,
    3 * LIMIT,
  );
  expect(found).toEqual(expected.rows.map(({ uuid }) => uuid));
});

it('pages of every size share two texts of a statement, so that they take no other statement its name', async () => {
  const texts = new Set<string>();
  for (let limit = 1; limit <= PAGE_SIZE_MAX; limit += 1) {
    const own = { viewer: BUSIEST_AUTHOR, now, before: null, limit };
    const statements = await collectStatements(db, async (watched) => {
      const { activities, notifications, messages, search: found } = createStoreReads(watched, systemClock);
      await activities.readHome(own);
      await activities.readProfile(BUSIEST_AUTHOR, own);
      await activities.readPost(crudUuid(1), own);
      await notifications.readPage(BUSIEST_AUTHOR, own);
      await messages.readGroups(BUSIEST_AUTHOR, own);
      await found.findByHashtag(FREQUENT_TAG, own);
      await found.searchActivities([['w49000']], own);
    });
    for (const { sql } of statements) texts.add(sql);
  }
  expect(texts.size).toBe(2 * 7);
});
