import { sql, type Kysely, type Migration } from 'kysely';
import { lockTables } from './lock-tables.ts';

const statements = [
  // Those of the version before were announced one by one.
  sql`alter table reports add column announced boolean not null default true`,
  sql`create index reports_to_announce on reports (created_at) where not announced`,
];

export const reportDigests: Migration = {
  async up(db: Kysely<unknown>) {
    await lockTables(db, { against: ['reports'] });
    for (const statement of statements) await statement.execute(db);
  },
};
