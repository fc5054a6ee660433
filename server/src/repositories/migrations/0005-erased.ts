import { sql, type Kysely, type Migration } from 'kysely';

const statements = [
  sql`alter table people add column erased_at timestamptz(3), add column erasing boolean not null default false`,
  sql`create index people_erasing on people (erased_at) where erasing`,
  sql`create index likes_of_person on likes (person)`,
  sql`create index notifications_of_actor on notifications (actor)`,
  // A trigger, because a write that began before the erasure may end after it: the row lock makes it wait and check again.
  // Every operation has a row in `op`, so the trigger on `op` covers cruds, replies and messages.
  sql`create function refuse_erased() returns trigger language plpgsql as $$
    begin
      perform from people p where p.sub = (to_jsonb(new) ->> tg_argv[0])::uuid and p.erased_at is null for key share;
      if not found then
        raise exception 'an erased person acts' using errcode = 'ERASD';
      end if;
      return new;
    end
    $$`,
  sql`create trigger op_refuses_erased before insert on op
    for each row execute function refuse_erased('actor')`,
  sql`create trigger likes_refuse_erased before insert on likes
    for each row execute function refuse_erased('person')`,
  sql`create trigger reposts_refuse_erased before insert on reposts
    for each row execute function refuse_erased('person')`,
  sql`create trigger avatar_uploads_refuse_erased before insert on avatar_uploads
    for each row execute function refuse_erased('sub')`,
  // A recipient may be erased concurrently: then their notification is dropped.
  sql`create function tell_no_erased() returns trigger language plpgsql as $$
    begin
      perform from people p where p.sub = new.recipient and p.erased_at is null for key share;
      if found then
        return new;
      end if;
      return null;
    end
    $$`,
  sql`create trigger notifications_tell_no_erased before insert on notifications
    for each row execute function tell_no_erased()`,
];

export const erased: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await statement.execute(db);
  },
};
