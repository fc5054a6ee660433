import { sql, type Kysely, type Migration } from 'kysely';
import { lockTables } from './lock-tables.ts';

/** Of a removal whose picture is removed: what arrives at its address later is removed too. */
export const removedUploads: Migration = {
  async up(db: Kysely<unknown>) {
    await lockTables(db, { against: ['avatar_uploads'] });
    await sql`alter table avatar_uploads add column is_removed boolean not null default false`.execute(db);
  },
};
