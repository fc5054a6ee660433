import { sql, type Kysely, type Migration } from 'kysely';
import { lockTables } from './lock-tables.ts';

const statements = [
  // Set once the time of the next attempt has come, so that a claim meets only people for whom something is due.
  sql`alter table push_queue add column due boolean not null default false`,
  sql`create index push_queue_due on push_queue (host, owner, next_at, id) where due`,
  sql`create index push_queue_waiting on push_queue (next_at) where not due`,
];

/** The indexes `push_queue_of_host` and `push_queue_turns` stay for the version before. */
export const duePushes: Migration = {
  async up(db: Kysely<unknown>) {
    await lockTables(db, { against: ['push_queue'] });
    for (const statement of statements) await statement.execute(db);
  },
};
