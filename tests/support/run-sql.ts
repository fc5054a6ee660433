import type { Kysely, RawBuilder } from 'kysely';
import type { Db } from '../../server/src/repositories/tables.ts';

/** Runs raw SQL. The compiler sees two builds of the library, one in the tests and one in the server. */
export async function runSql<T>(db: Db, query: RawBuilder<T>): Promise<T[]> {
  return (await query.execute(db as unknown as Kysely<unknown>)).rows;
}
