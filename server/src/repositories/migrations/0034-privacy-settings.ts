import { sql, type Kysely, type Migration } from 'kysely';
import { lockTables } from './lock-tables.ts';

/** What each person shares in conversations. Gateways of the previous version know no such setting and share everything. */
export const privacySettings: Migration = {
  async up(db: Kysely<unknown>) {
    await lockTables(db, { against: ['people'] });
    await sql`alter table people add column shares_reads boolean not null default true,
      add column shares_typing boolean not null default true,
      add column shares_presence boolean not null default true`.execute(db);
  },
};
