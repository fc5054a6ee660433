import { sql } from 'kysely';
import type { Db } from './tables.ts';

/**
 * Frees the space of deleted rows, including their texts; needed for an embedded store, which has no autovacuum. Table by table,
 * because a statement holds the whole program; those of the system too, of which `pg_statistic` can hold texts.
 */
export async function vacuum(db: Db): Promise<void> {
  const { rows } = await sql<{ name: string }>`select oid::regclass::text as name from pg_class
    where relkind = 'r' and relnamespace in (current_schema()::regnamespace, 'pg_catalog'::regnamespace)`.execute(
    db,
  );
  for (const { name } of rows) await sql`vacuum (analyze) ${sql.raw(name)}`.execute(db);
}

/**
 * Makes the only connection of an embedded store plan its statements anew: the plans of a small store would stay for the life of the
 * program. PostgreSQL does so after each autovacuum.
 */
export async function forgetPlans(db: Db): Promise<void> {
  await sql`discard plans`.execute(db);
}
