import { sql, type Kysely } from 'kysely';

/**
 * Runs one statement, or several without an answer, on an opened store. TypeScript takes Kysely for another package here than
 * in the server, since this package is not an ES module to it.
 */
export async function queryStore<T extends object>(db: object, statement: string): Promise<T[]> {
  const { rows } = await sql.raw<T>(statement).execute(db as Kysely<unknown>);
  return rows;
}
