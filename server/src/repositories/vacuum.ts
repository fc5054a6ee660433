import { sql } from 'kysely';
import type { Db } from './tables.ts';

/** Gives back the space of removed rows, texts included: PostgreSQL does so by itself, an embedded store does not. */
export async function vacuum(db: Db): Promise<void> {
  await sql`vacuum (analyze)`.execute(db);
}
