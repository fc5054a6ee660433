import { sql, type Kysely } from 'kysely';

/**
 * Runs one statement, or several without results, on an open store. TypeScript resolves Kysely to another package here than
 * in the server, because this package is not an ES module to it.
 */
export async function queryStore<T extends object>(db: object, statement: string): Promise<T[]> {
  const { rows } = await sql.raw<T>(statement).execute(db as Kysely<unknown>);
  return rows;
}
