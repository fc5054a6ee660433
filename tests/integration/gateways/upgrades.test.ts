import pg from 'pg';
import '../../support/services/provided.ts';
import { CompiledQuery } from 'kysely';
import { expect, inject, it, describe } from 'vitest';
import { systemClock } from '../../../server/src/domain/clock.ts';
import { createLogger } from '../../../server/src/logger.ts';
import { createStoreReads } from '../../../server/src/repositories/reads.ts';
import { allMigrations, contractMigrations } from '../../../server/src/store/migrations.ts';
import { openPostgres } from '../../../server/src/store/open-postgres.ts';
import { BUSIEST_AUTHOR, FREQUENT_TAG, crudUuid } from '../../attack/fill-store.ts';
import { queryStore } from '../../support/query-store.ts';
import { runScript } from '../../support/run-script.ts';
import { isUsable } from '../../support/services/availability.ts';
import { startPgBouncer } from '../../support/services/pgbouncer.ts';
import { createDatabase } from '../../support/services/postgres.ts';

const names = Object.keys(allMigrations).sort();
const contracts = Object.keys(contractMigrations).sort();
/** The output of --status before any contract migration. */
const statusOf = (expand: 'applied' | 'pending') =>
  [...names, ...contracts]
    .sort()
    .map((name) => (contracts.includes(name) ? `pending ${name} (contract)` : `${expand} ${name}`));
const linesOf = (text: string) => text.split('\n').filter((line) => line !== '');

it(
  '[UPGRADE-6] npm run migrate prints what it applied; --status and --dry-run change nothing',
  { timeout: 120_000 },
  async () => {
    await using database = await createDatabase(inject('postgres') ?? '');
    const migrate = async (...words: string[]) => {
      const { code, stdout, stderr } = await runScript('migrate', words, { DATABASE_URL: database.url });
      return { code, lines: linesOf(stdout), faults: linesOf(stderr) };
    };
    const done = (lines: string[]) => ({ code: 0, lines, faults: [] });

    expect(await migrate('--status')).toEqual(done(statusOf('pending')));
    expect(await migrate('--dry-run')).toEqual(done(names.map((name) => `would apply ${name}`)));
    expect(await tablesOf(database.url)).toEqual([]);
    const { code, lines, faults } = await migrate();
    expect({ code, lines: lines.sort(), faults }).toEqual(done(names.map((name) => `applied ${name}`)));
    expect(await migrate('--status')).toEqual(done(statusOf('applied')));
    const nothing = ['The store is up to date; nothing was changed.'];
    expect(await migrate('--contract')).toEqual(done(contracts.map((name) => `applied ${name}`)));
    expect(await migrate('--contract')).toEqual(done(nothing));
    expect(await migrate('--contact')).toMatchObject({
      code: 78,
      faults: ['Usage: npm run migrate [-- --contract | --status | --dry-run]'],
    });
  },
);

async function tablesOf(connectionString: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  const { rows } = await client.query<{ tablename: string }>(
    "select tablename from pg_tables where schemaname = 'public'",
  );
  await client.end();
  return rows;
}

const LIMITS = 'idle_in_transaction_session_timeout,lock_timeout,statement_timeout';
const newDatabase = () => createDatabase(inject('postgres') ?? '');
const open = (url: string) => openPostgres(url, createLogger('none'));

describe.runIf(isUsable('pgbouncer', 'PgBouncer'))('a start behind PgBouncer', () => {
  it.each([
    ['statement', {}],
    ['transaction', { ignore_startup_parameters: LIMITS }],
    ['transaction', { server_round_robin: '1', min_pool_size: '4', default_pool_size: '8' }],
  ])(
    '[UPGRADE-5] %s mode is refused, whatever order the pooler reuses sessions in',
    async (pool_mode, settings) => {
      await using database = await newDatabase();
      await using pooler = await startPgBouncer(database.url, { pool_mode, ...settings });
      await expect(open(pooler.url)).rejects.toMatchObject({
        exitCode: 78,
        message:
          'DATABASE_URL leads through a pooler in transaction mode (PgBouncer?): point it at PostgreSQL itself, or set pool_mode = session.',
      });
    },
  );

  it.each([
    ['refuses', {}],
    ['ignores', { ignore_startup_parameters: LIMITS }],
  ])('[UPGRADE-5] a pooler that %s our time limits is refused', async (_, settings) => {
    await using database = await newDatabase();
    await using pooler = await startPgBouncer(database.url, { pool_mode: 'session', ...settings });
    await expect(open(pooler.url)).rejects.toMatchObject({
      exitCode: 78,
      message: expect.stringMatching(
        /^DATABASE_URL leads through a pooler that keeps time limits from PostgreSQL \([^\n]*_timeout[^\n]*\): /,
      ) as string,
    });
  });

  it('[UPGRADE-5] session mode with the time limits set for the role opens the store', async () => {
    await using database = await newDatabase();
    await setLimits(database.url);
    await using pooler = await startPgBouncer(database.url, {
      pool_mode: 'session',
      ignore_startup_parameters: LIMITS,
    });
    const store = await open(pooler.url);
    expect(await store.db.selectFrom('people').select('sub').execute()).toEqual([]);
    await store.close();
  });
});

/** Set for the database, because other tests share the role. */
async function setLimits(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const name = new URL(url).pathname.slice(1);
  const limits = { idle_in_transaction_session_timeout: '2s', lock_timeout: '3s', statement_timeout: '5s' };
  for (const [limit, value] of Object.entries(limits)) {
    await client.query(`alter database ${name} set ${limit} = '${value}'`);
  }
  await client.end();
}

/** Reverts migrations 0008, 0015, 0020 and 0064, so that the store is as the previous version left it. */
const UNDO = [
  'drop trigger activities_tallied_up on activities',
  'drop trigger activities_tallied_down on activities',
  'drop trigger hashtags_tallied_up on hashtags',
  'drop trigger hashtags_tallied_down on hashtags',
  'drop trigger hashtags_placed on hashtags',
  'drop trigger people_named on people',
  'drop trigger group_members_know_head on group_members',
  'drop trigger activities_address_words on activities',
  'drop trigger activities_terms on activities',
  'alter table activities drop column replies_count, drop column address_words, drop column terms',
  'alter table hashtags drop column pos',
  'drop function place_hashtag, split_addresses, index_addresses, index_terms, count_replies, tally_activities, tally_hashtags, tally, count_for_tally, index_names, names_from_words, fold_name, copy_head',
  'drop table tallies, tally_changes, people_names, completed',
  'drop index people_by_handle, likes_in_time, reposts_in_time, notifications_in_time, hashtags_by_label',
  'alter table group_members drop column head',
  `delete from cruddur_migration where name in ('0008_counters', '0015_replies_and_addresses', '0020_placed_hashtags', '0064_search_terms')`,
];

const ROWS = [
  `insert into people (sub, handle, display_name, email, created_at) values
    ('${BUSIEST_AUTHOR}', 'ann', 'Ann Margret Öberg', '', now()), ('a0000000-0000-4000-8000-000000000002', 'bob', 'Bob', '', now())`,
  `insert into streams (id) select 'user:' || sub from people`,
  `insert into activities (uuid, pos, author, message, created_at, expires_at)
    select ('c0000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, n, '${BUSIEST_AUTHOR}', 'a crud', now(), now() + interval '1 day'
    from generate_series(1, 300) as s (n)`,
  `insert into activities (uuid, pos, author, message, reply_to, created_at, expires_at)
    select gen_random_uuid(), 300 + n, '${BUSIEST_AUTHOR}', 're', '${crudUuid(1)}', now(), now() + interval '1 day'
    from generate_series(1, 25) as s (n)`,
  `insert into hashtags (activity, hashtag, label) select uuid, '${FREQUENT_TAG}', '${FREQUENT_TAG}' from activities where reply_to is null`,
  `insert into message_groups (uuid, person_a, person_b, head, created_at)
    values ('${crudUuid(9)}', '${BUSIEST_AUTHOR}', 'a0000000-0000-4000-8000-000000000002', 3, now())`,
  `insert into messages (uuid, message_group, pos, author, message, created_at)
    select gen_random_uuid(), '${crudUuid(9)}', n, 'a0000000-0000-4000-8000-000000000002', 'hi', now() from generate_series(1, 3) as s (n)`,
  `insert into group_members (message_group, person, read_pos, last_seq)
    values ('${crudUuid(9)}', '${BUSIEST_AUTHOR}', 1, 3), ('${crudUuid(9)}', 'a0000000-0000-4000-8000-000000000002', 3, 3)`,
];

const tagBeforePosition = [
  `insert into activities (uuid, author, message, created_at) values ('${crudUuid(900)}', '${BUSIEST_AUTHOR}', 'a crud', now())`,
  `insert into hashtags (activity, hashtag, label) values ('${crudUuid(900)}', '${FREQUENT_TAG}', '${FREQUENT_TAG}')`,
  `update activities set pos = 90000 where uuid = '${crudUuid(900)}'`,
];

it('[QUERY-4] rows older than the counters are counted when the store is opened, while another gateway writes', async () => {
  await using database = await createDatabase(inject('postgres') ?? '');
  const opened = await openPostgres(database.url, createLogger('none'));
  const before = opened.db;
  for (const statement of UNDO) await before.executeQuery(CompiledQuery.raw(statement));
  for (const row of ROWS) await before.executeQuery(CompiledQuery.raw(row));
  const reply = (number: number) =>
    CompiledQuery.raw(`insert into activities (uuid, pos, author, message, reply_to, created_at, expires_at)
      values (gen_random_uuid(), ${1000 + number}, '${BUSIEST_AUTHOR}', 're', '${crudUuid(1)}', now(), now() + interval '1 day')`);
  const done = new AbortController();
  let written = 0;
  const writing = (async () => {
    for (; !done.signal.aborted; written += 1) await before.executeQuery(reply(written));
  })();
  // Two gateways start at once.
  const [store, other] = await Promise.all(
    [1, 2].map(() => openPostgres(database.url, createLogger('none'))),
  );
  done.abort();
  await writing;
  if (!store || !other) throw new Error('the store did not open');
  const [reads, now] = [createStoreReads(store.db, systemClock), systemClock.now()];
  expect((await reads.activities.find(crudUuid(1), null))?.replies_count).toBe(25 + written);
  expect(await reads.people.findProfile(BUSIEST_AUTHOR, now)).toMatchObject({ cruds_count: 300 });
  expect(await reads.people.listHashtags(now, 5)).toEqual([{ hashtag: FREQUENT_TAG, count: 300 }]);
  const view = { viewer: null, now, before: null, limit: 2 };
  const findTagged = async () =>
    (await reads.search.findByHashtag(FREQUENT_TAG, view)).data.map(({ uuid }) => uuid);
  expect(await findTagged()).toEqual([crudUuid(300), crudUuid(299)]);
  const newest = await reads.search.searchActivities([['crud']], view);
  expect(newest.data.map(({ uuid }) => uuid)).toEqual([crudUuid(300), crudUuid(299)]);
  const placed = 'select count(*)::int as unplaced from hashtags where pos is null';
  expect(await queryStore(store.db, placed)).toEqual([{ unplaced: 0 }]);
  // A gateway of the version before gives the position last.
  for (const statement of tagBeforePosition) await store.db.executeQuery(CompiledQuery.raw(statement));
  expect(await findTagged()).toEqual([crudUuid(900), crudUuid(300)]);
  for (const words of ['ann', 'marg', 'ÖBERG', 'margret öb', 'oberg']) {
    expect(
      (await reads.people.searchPeople(words, { viewer: null, limit: 5 })).map(({ handle }) => handle),
    ).toEqual(['ann']);
  }
  expect((await reads.messages.countUnread(BUSIEST_AUTHOR, new Date())).unread).toBe(2);
  await Promise.all([store.close(), other.close(), opened.close()]);
});
