import { sql, type Kysely, type Migration } from 'kysely';

const statements = [
  // Outlives a crud's row and its line in the log, so that its page answers 410 and not 404.
  sql`create table burned (
    uuid uuid primary key,
    expired_at timestamptz(3) not null
  )`,
  sql`create index burned_expired_at on burned (expired_at)`,
  sql`insert into burned
    select l.ref::uuid, max(l.at) from log l
    where l.stream = 'public' and l.kind in ('void', 'activity.deleted')
      and not exists (select from activities a where a.uuid = l.ref::uuid)
    group by l.ref`,
  // A trigger, because replies are also deleted by the cascade.
  sql`create function forget_activities() returns trigger language plpgsql as $$
    begin
      insert into burned select uuid, coalesce(expires_at, created_at) from gone on conflict do nothing;
      update log set kind = 'void' where ref in (select uuid::text from gone)
        and kind in ('activity.created', 'reply.created');
      return null;
    end
    $$`,
  sql`create trigger activities_forgotten after delete on activities
    referencing old table as gone for each statement execute function forget_activities()`,
  sql`create index activities_top_of_author on activities (author, pos desc) where reply_to is null`,
];

export const burned: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await statement.execute(db);
  },
};
