import { sql, type Kysely, type Migration } from 'kysely';
import { lockTables } from './lock-tables.ts';

const statements = [
  // `suspended` alone decides what is shown, and not the end: so what is hidden changes with an event of the public stream only.
  sql`alter table people add column suspended boolean not null default false,
    add column suspended_until timestamptz(3)`,
  sql`create index people_suspended on people (suspended_until) where suspended`,
  // Every crud, reply, message and profile has a row in `op`. The row lock makes a write that began before the suspension wait
  // and check again, so the event that hides a person's cruds follows all of them.
  sql`create or replace function refuse_erased_actor() returns trigger language plpgsql as $$
    declare
      is_suspended boolean;
    begin
      select p.suspended into is_suspended from people p
      where p.sub = new.actor and p.erased_at is null for key share;
      if not found then
        raise exception 'an erased person acts' using errcode = 'ERASD';
      end if;
      if is_suspended then
        raise exception 'a suspended person acts' using errcode = 'ERASD', detail = 'suspended';
      end if;
      return new;
    end
    $$`,
];

export const suspensions: Migration = {
  async up(db: Kysely<unknown>) {
    await lockTables(db, { against: ['people'] });
    for (const statement of statements) await statement.execute(db);
  },
};
