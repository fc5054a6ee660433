import { sql, type Kysely, type Migration } from 'kysely';
import { lockTables } from './lock-tables.ts';

const statements = [
  // `person` is the author of the subject. What was reported may be burned before the operators look, so its text is kept here,
  // sealed with the store's key and apart from the crud.
  sql`create table reports (
    uuid uuid primary key,
    reporter uuid not null references people (sub),
    kind text not null check (kind in ('crud', 'message', 'person')),
    subject uuid not null,
    person uuid not null references people (sub),
    reason text not null,
    note_sealed text,
    text_sealed text,
    created_at timestamptz(3) not null,
    constraint reports_once unique (reporter, kind, subject)
  )`,
  sql`create index reports_of_subject on reports (subject, kind)`,
  sql`create index reports_of_person on reports (person)`,
  sql`create index reports_with_text on reports (created_at) where text_sealed is not null`,
  // Names the person by id only, because its rows outlive an erasure.
  sql`create table operator_actions (
    id bigint generated always as identity primary key,
    at timestamptz(3) not null,
    operator text not null,
    action text not null,
    subject uuid not null,
    reason text,
    until timestamptz(3)
  )`,
  sql`create function refuse_change_of_actions() returns trigger language plpgsql as $$
    begin
      raise exception 'operator_actions only accepts new rows';
    end
    $$`,
  sql`create trigger operator_actions_append_only before update or delete or truncate on operator_actions
    for each statement execute function refuse_change_of_actions()`,
];

export const reports: Migration = {
  async up(db: Kysely<unknown>) {
    await lockTables(db, { againstWrites: ['people'] });
    for (const statement of statements) await statement.execute(db);
  },
};
