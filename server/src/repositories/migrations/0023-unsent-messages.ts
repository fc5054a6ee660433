import { sql, type Kysely, type Migration } from 'kysely';
import { lockTables } from './lock-tables.ts';

/**
 * A removed message keeps its row, because positions in a conversation have no gaps. Its text is replaced, so that gateways of the
 * previous version answer with the replacement too.
 */
export const unsentMessages: Migration = {
  async up(db: Kysely<unknown>) {
    await lockTables(db, { against: ['messages'] });
    await sql`alter table messages add column removed_at timestamptz(3)`.execute(db);
  },
};
