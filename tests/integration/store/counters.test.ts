import { CompiledQuery } from 'kysely';
import { expect, it } from 'vitest';
import { createTestClock, systemClock } from '../../../server/src/domain/clock.ts';
import { createSideColumnUseCases } from '../../../server/src/domain/search/side-column.ts';
import type { CrudPlan } from '../../../server/src/domain/write-plans.ts';
import { createCommits } from '../../../server/src/repositories/commit.ts';
import { purgeExpired } from '../../../server/src/repositories/purge.ts';
import { createStoreReads } from '../../../server/src/repositories/reads.ts';
import { createStore } from '../../../server/src/repositories/store.ts';
import { foldTallies } from '../../../server/src/repositories/tallies.ts';
import { collectStatements } from '../../proof/attack/query-cost.ts';
import { disposeAfterAll } from '../../support/dispose-after-all.ts';
import { addPeople } from '../../support/add-people.ts';
import { isOnPostgres, openDatabase, openTestStore } from '../../support/test-store.ts';

const HOUR_MS = 3_600_000;

/** Totals with their pending changes, next to a count of the rows. An author without a total has not been counted: readers do. */
const DIFFERENCES = `
  select coalesce(t.kind, r.kind) as kind, coalesce(t.subject, r.subject) as subject, t.total, r.rows
  from (
    select kind, subject, sum(total)::int as total from (
      select kind, subject, total from tallies
      union all select 'replies', uuid::text, replies_count from activities
      union all select c.kind, c.subject, c.change from tally_changes c
      where c.kind = 'replies' or exists (select from tallies b where b.kind = c.kind and b.subject = c.subject)
    ) all_totals group by kind, subject
  ) t full join (
    select 'replies' as kind, reply_to::text as subject, count(*)::int as rows from activities where reply_to is not null group by 2
    union all select 'cruds', author::text, count(*)::int from activities where reply_to is null group by 2
    union all select 'hashtag', hashtag, count(*)::int from hashtags group by 2
  ) r on r.kind = t.kind and r.subject = t.subject
  where coalesce(t.total, 0) <> coalesce(r.rows, 0) and (t.kind is not null or r.kind <> 'cruds')`;

const toPlan = (row: Omit<CrudPlan, 'is' | 'message' | 'mentions'>): CrudPlan => ({
  ...row,
  is: 'crud',
  message: 'counted',
  mentions: [],
});

const opened = disposeAfterAll(await openTestStore());
const db = opened.store.db;
const people = await addPeople(createStore(db, systemClock), 6);

const differences = async () => (await db.executeQuery(CompiledQuery.raw(DIFFERENCES))).rows;
const subOf = (index: number) => people[index % people.length]?.sub ?? '';

/** Writes cruds or replies as one statement. @returns their uuids */
const write = async (
  rows: readonly { author: string; tags?: string[]; reply_to?: string; livesMs?: number }[],
) => {
  const now = systemClock.now();
  const made = rows.map(({ author, tags = [], reply_to = null, livesMs = HOUR_MS }) => {
    const times = { created_at: now, expires_at: new Date(now.getTime() + livesMs) };
    return toPlan({ uuid: crypto.randomUUID(), author, hashtags: tags, reply_to, ...times });
  });
  await createCommits(db, systemClock).commitQueued(made.map((plan) => ({ plan, operation: null })));
  return made.map(({ uuid }) => uuid);
};

const burn = (uuid: string) =>
  createStore(db, systemClock).runChange(null, async (unit) => {
    await unit.activities.lockDeletions();
    await unit.activities.burn(uuid);
    return { result: null, entries: [] };
  });

it('totals equal the rows after posts, replies, burns, a purge and an erasure', async () => {
  const cruds = await write(
    Array.from({ length: 40 }, (_, n) => ({
      author: subOf(n),
      tags: ['all', `t${n % 7}`],
      livesMs: HOUR_MS * (1 + (n % 2)),
    })),
  );
  const repliesTo = (uuid = '') =>
    Array.from({ length: 5 }, (_, n) => ({ author: subOf(n), reply_to: uuid }));
  const replies = await Promise.all(
    [...cruds.slice(0, 8), ...cruds.slice(0, 8)].map((uuid) => write(repliesTo(uuid))),
  );
  expect(await differences()).toEqual([]);
  await Promise.all([burn(cruds[0] ?? ''), burn(replies[1]?.[0] ?? ''), write(repliesTo(cruds[2]))]);
  expect(await differences()).toEqual([]);
  await purgeExpired(db, new Date(systemClock.now().getTime() + 1.5 * HOUR_MS));
  expect(await differences()).toEqual([]);
  await createStore(db, systemClock).runChange(null, async (unit) => {
    await unit.erasure.burnCruds(subOf(3));
    return { result: null, entries: [] };
  });
  expect(await differences()).toEqual([]);
  await foldTallies(db);
  expect(await differences()).toEqual([]);
  expect(await db.selectFrom('tally_changes').selectAll().execute()).toEqual([]);
});

it.runIf(isOnPostgres)(
  'a transaction does not wait for a total that another transaction has locked',
  async () => {
    const [crud = ''] = await write([{ author: subOf(0), tags: ['held'] }]);
    await using beside = await openDatabase(opened.url ?? '');
    const clock = systemClock;
    const row = (author: string) => ({
      ...{ uuid: crypto.randomUUID(), author, message: 're', reply_to: crud },
      ...{ created_at: clock.now(), expires_at: null },
    });
    await db.transaction().execute(async (trx) => {
      // On a slow machine the store would otherwise end a transaction that is idle for two seconds.
      await trx.executeQuery(CompiledQuery.raw('set local idle_in_transaction_session_timeout = 0'));
      const reply = row(subOf(1));
      await trx
        .insertInto('activities')
        .values({ ...reply, terms: '' })
        .execute();
      const tag = { activity: reply.uuid, hashtag: 'held', label: 'held', pos: 0 };
      await trx.insertInto('hashtags').values(tag).execute();
      // Waiting would deadlock, because the other transaction ends only after this one.
      const plan = toPlan({ ...row(subOf(2)), hashtags: ['held'] });
      await createCommits(beside.store.db, clock).commitQueued([{ plan, operation: null }]);
    });
    expect(await differences()).toEqual([]);
    const reads = createStoreReads(db, clock);
    expect((await reads.activities.find(crud, null))?.replies_count).toBe(2);
    expect(await reads.people.listHashtags(clock.now(), 10, 'hel')).toEqual([{ hashtag: 'held', count: 3 }]);
  },
);

it('[SEARCH-2] counts exclude expired cruds that are not purged yet, and burned ones', async () => {
  const [first = ''] = await write([
    { author: subOf(4), tags: ['Shown'] },
    { author: subOf(4), tags: ['shown'], livesMs: HOUR_MS / 2 },
    { author: subOf(5), tags: ['shown'] },
  ]);
  const reads = createStoreReads(db, systemClock);
  const later = new Date(systemClock.now().getTime() + (3 / 4) * HOUR_MS);
  const counted = async (now: Date) => reads.people.listHashtags(now, 5, 'show');
  expect(await counted(systemClock.now())).toMatchObject([{ count: 3 }]);
  expect(await counted(later)).toMatchObject([{ count: 2 }]);
  const before = (await reads.people.findProfile(subOf(4), later))?.cruds_count ?? 0;
  await burn(first);
  expect(await counted(later)).toEqual([{ hashtag: 'shown', count: 1 }]);
  expect((await reads.people.findProfile(subOf(4), later))?.cruds_count).toBe(before - 1);
});

it('two hundred concurrent tabs that request trends cost a statement for the ranks, and one for what lives', async () => {
  const clock = createTestClock(systemClock);
  const statements = await collectStatements(db, async (watched) => {
    const { people, mutes } = createStoreReads(watched, clock);
    const column = createSideColumnUseCases({ people, mutes, clock });
    await Promise.all(Array.from({ length: 200 }, () => column.trends()));
    await column.trends();
  });
  // One more for the last call, which came later.
  expect(statements).toHaveLength(3);
});
