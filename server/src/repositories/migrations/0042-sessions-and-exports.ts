import { sql, type Kysely, type Migration } from 'kysely';
import { lockTables } from './lock-tables.ts';

const statements = [
  // An origin_jti is a text: pools without token revocation have other ids.
  sql`create table sessions (
    uuid uuid primary key default gen_random_uuid(),
    person uuid not null references people (sub),
    origin_jti text not null,
    device text not null,
    handheld boolean not null,
    signed_in_at timestamptz(3) not null,
    used_at timestamptz(3) not null,
    constraint sessions_once unique (person, origin_jti)
  )`,
  sql`create index sessions_signed_in on sessions (signed_in_at)`,
  sql`create table exports (
    person uuid not null references people (sub),
    at timestamptz(3) not null
  )`,
  sql`create index exports_of_person on exports (person, at)`,
];

export const sessionsAndExports: Migration = {
  async up(db: Kysely<unknown>) {
    await lockTables(db, { againstWrites: ['people'] });
    for (const statement of statements) await statement.execute(db);
  },
};
