import { sql } from 'kysely';
import type { Db } from './tables.ts';

/** Frees the space of deleted rows, including their texts; needed for an embedded store, which has no autovacuum. */
export async function vacuum(db: Db): Promise<void> {
  await sql`vacuum (analyze)`.execute(db);
}
