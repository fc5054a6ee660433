import { sql, type Kysely, type Migration } from 'kysely';
import { lockTables } from './lock-tables.ts';

const statements = [
  // `key` is the value as it is compared, so that muting the same thing again changes its row.
  sql`create table mutes (
    uuid uuid primary key default gen_random_uuid(),
    owner uuid not null references people (sub),
    kind text not null check (kind in ('person', 'word', 'hashtag')),
    key text not null,
    value text not null,
    person uuid references people (sub),
    until timestamptz(3),
    created_at timestamptz(3) not null,
    constraint mutes_once unique (owner, kind, key),
    check ((kind = 'person') = (person is not null))
  )`,
  sql`create index mutes_of_person on mutes (person) where person is not null`,
  sql`create index mutes_ending on mutes (until) where until is not null`,
];

export const mutes: Migration = {
  async up(db: Kysely<unknown>) {
    await lockTables(db, { againstWrites: ['people'] });
    for (const statement of statements) await statement.execute(db);
  },
};
