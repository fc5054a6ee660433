import { sql, type Kysely, type Migration } from 'kysely';
import { lockTables } from './lock-tables.ts';

const statements = [
  // The version of the latest picture that an operator cleared: a later one gets a version that no browser has cached.
  sql`alter table people add column last_avatar_version int not null default 0`,
  // The picture's file is to be removed, by any gateway, with what was uploaded before.
  sql`alter table avatar_uploads add column is_removal boolean not null default false`,
];

export const clearedProfiles: Migration = {
  async up(db: Kysely<unknown>) {
    await lockTables(db, { against: ['people', 'avatar_uploads'] });
    for (const statement of statements) await statement.execute(db);
  },
};
