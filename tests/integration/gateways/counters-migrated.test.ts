import { CompiledQuery } from 'kysely';
import { expect, inject, it } from 'vitest';
import { systemClock } from '../../../server/src/domain/clock.ts';
import { createLogger } from '../../../server/src/logger.ts';
import { createStoreReads } from '../../../server/src/repositories/reads.ts';
import { openPostgres } from '../../../server/src/store/open-postgres.ts';
import { BUSIEST_AUTHOR, FREQUENT_TAG, crudUuid } from '../../attack/fill-store.ts';
import { queryStore } from '../../support/query-store.ts';
import { createDatabase } from '../../support/services/postgres.ts';

/** Reverts migrations 0008, 0015 and 0020, so that the store is as the previous version left it. */
const UNDO = [
  'drop trigger activities_tallied_up on activities',
  'drop trigger activities_tallied_down on activities',
  'drop trigger hashtags_tallied_up on hashtags',
  'drop trigger hashtags_tallied_down on hashtags',
  'drop trigger hashtags_placed on hashtags',
  'drop trigger people_named on people',
  'drop trigger group_members_know_head on group_members',
  'drop trigger activities_address_words on activities',
  'alter table activities drop column replies_count, drop column address_words',
  'alter table hashtags drop column pos',
  'drop function place_hashtag, split_addresses, index_addresses, count_replies, tally_activities, tally_hashtags, tally, count_for_tally, index_names, names_from_words, copy_head',
  'drop table tallies, tally_changes, people_names, completed',
  'drop index people_by_handle, likes_in_time, reposts_in_time, notifications_in_time, hashtags_by_label',
  'alter table group_members drop column head',
  `delete from cruddur_migration where name in ('0008_counters', '0015_replies_and_addresses', '0020_placed_hashtags')`,
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
  const placed = 'select count(*)::int as unplaced from hashtags where pos is null';
  expect(await queryStore(store.db, placed)).toEqual([{ unplaced: 0 }]);
  // A gateway of the version before gives the position last.
  for (const statement of tagBeforePosition) await store.db.executeQuery(CompiledQuery.raw(statement));
  expect(await findTagged()).toEqual([crudUuid(900), crudUuid(300)]);
  for (const words of ['ann', 'marg', 'ÖBERG', 'margret öb']) {
    expect(
      (await reads.people.searchPeople(words, { viewer: null, limit: 5 })).map(({ handle }) => handle),
    ).toEqual(['ann']);
  }
  expect((await reads.messages.countUnread(BUSIEST_AUTHOR, new Date())).unread).toBe(2);
  await Promise.all([store.close(), other.close(), opened.close()]);
});
