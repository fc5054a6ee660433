import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { systemClock } from '../../../server/src/domain/clock.ts';
import { createStoreReads, type StoreReads } from '../../../server/src/repositories/reads.ts';
import { createCountsReads } from '../../../server/src/repositories/counts.ts';
import type { Db } from '../../../server/src/repositories/tables.ts';
import { measureQueryCost, type QueryCost } from '../../attack/query-cost.ts';
import {
  BUSIEST_AUTHOR,
  FREQUENT_TAG,
  OCCASIONAL_TAG,
  crudUuid,
  fillStore,
} from '../../attack/fill-store.ts';
import { openTestStore, type TestStore } from '../../support/test-store.ts';

type Reads = Omit<StoreReads, 'visitorEvents' | 'log'>;

const SMALL = { people: 1000, cruds: 2500 };
const TENFOLD = { people: 10_000, cruds: 25_000 };

const now = systemClock.now();
const view = { viewer: BUSIEST_AUTHOR, now, before: null, limit: 50 };

/** Every read whose cost could grow with the size of a table or of one user's history. */
const READS: Record<string, (reads: Reads, db: Db) => Promise<unknown>> = {
  'the home feed': ({ activities }) => activities.readHome(view),
  'a further page of the home feed': ({ feedPages }) =>
    feedPages.readOlder([{ viewer: BUSIEST_AUTHOR, before: { place: 20_000, uuid: BUSIEST_AUTHOR } }], now),
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
  'cruds with a rare word': ({ search }) => search.searchActivities(['w49000'], view),
  'cruds with a frequent word': ({ search }) => search.searchActivities(['the'], view),
  'cruds with a frequent hashtag': ({ search }) => search.findByHashtag(FREQUENT_TAG, view),
  'cruds with an occasional hashtag': ({ search }) => search.findByHashtag(OCCASIONAL_TAG, view),
  'the latest conversations': ({ messages }) => messages.readGroups(BUSIEST_AUTHOR, view),
  'unread messages': ({ messages }) => messages.countUnread(BUSIEST_AUTHOR, now),
};

/** The small store does not fill this page: twice as many rows, each with its own lookups. */
const SLACK: Record<string, number> = { 'a page of notifications': 1000 };

// Both stores have the same planner, and filling the embedded one takes several times as long.
describe.runIf(inject('store') === 'postgres')('a store that grows tenfold', () => {
  let store: TestStore;
  let before: Map<string, QueryCost>;
  let after: Map<string, QueryCost>;

  const measure = async () => {
    const costs = new Map<string, QueryCost>();
    for (const [name, read] of Object.entries(READS)) {
      const run = (db: Db) => read(createStoreReads(db, systemClock), db);
      await run(store.store.db);
      costs.set(name, await measureQueryCost(store.store.db, run));
    }
    return costs;
  };

  beforeAll(async () => {
    store = await openTestStore();
    await fillStore(store.store.db, SMALL);
    before = await measure();
    await fillStore(store.store.db, TENFOLD);
    after = await measure();
  }, 60_000);
  afterAll(() => store[Symbol.asyncDispose]());

  it.each(Object.keys(READS))('[QUERY-1] reads %s from as many pages as before', (name) => {
    const [small, large] = [before.get(name)?.pages ?? 0, after.get(name)?.pages ?? 0];
    expect(small).toBeGreaterThan(0);
    expect(after.get(name)?.fullScans).not.toContain('likes');
    expect(large, after.get(name)?.statements.join('\n')).toBeLessThanOrEqual(
      small * 2 + (SLACK[name] ?? 40),
    );
  });
});
