import { sql, type Kysely, type Migration } from 'kysely';
import { lockTables } from './lock-tables.ts';

const statements = [
  // For the age of texts that a burn has left. By the database's clock, because the trigger does not know a gateway's.
  sql`alter table purge_queue add column queued_at timestamptz not null default now()`,
  // Finds a crud's line by its position, which is its seq on the public stream. A search by `ref` would also read the line of
  // each like.
  sql`create or replace function forget_activities() returns trigger language plpgsql
    set enable_seqscan to off set enable_hashjoin to off set enable_mergejoin to off
    as $$
    begin
      insert into burned (uuid, expired_at)
        select uuid, coalesce(expires_at, created_at) from gone on conflict do nothing;
      update log l set kind = 'void' from gone g where l.stream = 'public' and l.seq = g.pos
        and l.kind in ('activity.created', 'reply.created');
      insert into purge_queue (activity)
        select g.uuid from gone g cross join lateral (
          (select from activities r where r.reply_to = g.uuid limit 1)
          union all (select from likes l where l.activity = g.uuid limit 1)
          union all (select from reposts s where s.activity = g.uuid limit 1)
          union all (select from notifications n where n.activity = g.uuid limit 1)
          limit 1
        ) some_left
        on conflict (activity) do nothing;
      return null;
    end
    $$`,
];

export const voidByPosition: Migration = {
  async up(db: Kysely<unknown>) {
    await lockTables(db, { against: ['purge_queue'] });
    for (const statement of statements) await statement.execute(db);
  },
};
