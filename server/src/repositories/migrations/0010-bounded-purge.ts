import { sql, type Kysely, type Migration } from 'kysely';

const statements = [
  // The deleted cruds whose replies and marks the purge deletes in bounded batches. A cascade would delete a million likes in
  // the statement that deletes their crud.
  sql`create table purge_queue (
    activity uuid primary key,
    replies_gone boolean not null default false
  )`,
  sql`create index purge_queue_replies on purge_queue (activity) where not replies_gone`,
  sql`create index purge_queue_marks on purge_queue (activity) where replies_gone`,
  sql`alter table activities drop constraint activities_reply_to_fkey`,
  sql`alter table likes drop constraint likes_activity_fkey`,
  sql`alter table reposts drop constraint reposts_activity_fkey`,
  sql`alter table notifications drop constraint notifications_activity_fkey`,
  // The replies to a burned crud that had nested replies, for as long as the event of the burn is in the log.
  sql`create table burned_threads (
    root uuid not null,
    reply uuid not null,
    at timestamptz(3) not null,
    primary key (root, reply)
  )`,
  sql`create index burned_threads_at on burned_threads (at)`,
  // In the trigger, so that an older gateway, which relies on the cascade, fills the queue too. Its plans must not scan whole
  // tables: a plan for a hundred rows is also used for a single one.
  sql`create or replace function forget_activities() returns trigger language plpgsql
    set enable_seqscan to off set enable_hashjoin to off set enable_mergejoin to off
    as $$
    begin
      insert into burned (uuid, expired_at)
        select uuid, coalesce(expires_at, created_at) from gone on conflict do nothing;
      update log set kind = 'void' where ref in (select uuid::text from gone)
        and kind in ('activity.created', 'reply.created');
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
  // The gateway that runs a chore of which one gateway is enough. A row and not a session lock, because a pooler in
  // transaction mode gives each transaction another session.
  sql`create table leases (
    name text primary key,
    holder uuid not null,
    until timestamptz(3) not null
  )`,
];

export const boundedPurge: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await statement.execute(db);
  },
};
