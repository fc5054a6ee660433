import { sql, type Kysely, type Migration } from 'kysely';

const statements = [
  // The person whom an action concerns; null for one of an earlier version about a crud or a report.
  sql`alter table operator_actions add column person uuid`,
  sql`create index operator_actions_of_person on operator_actions (person) where reason is not null`,
  sql`create index operator_actions_of_subject on operator_actions (subject) where reason is not null`,
  // A reason is an operator's text about a person, so it is erased with the account. Everything else stays.
  sql`create function erase_reasons_only() returns trigger language plpgsql as $$
    begin
      if new.reason is not null or to_jsonb(new) - 'reason' is distinct from to_jsonb(old) - 'reason' then
        raise exception 'operator_actions only accepts new rows';
      end if;
      return new;
    end
    $$`,
  sql`drop trigger operator_actions_append_only on operator_actions`,
  sql`create trigger operator_actions_append_only before delete or truncate on operator_actions
    for each statement execute function refuse_change_of_actions()`,
  sql`create trigger operator_actions_erased before update on operator_actions
    for each row execute function erase_reasons_only()`,
];

export const erasedReasons: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await statement.execute(db);
  },
};
