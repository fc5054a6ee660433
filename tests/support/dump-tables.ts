import type { OpenedStore } from '../../server/src/store/opened-store.ts';

/** All rows of all tables, the local pool's included, as one JSON text per table. */
export async function dumpTables({
  db,
}: Pick<OpenedStore, 'db'>): Promise<{ table: string; text: string }[]> {
  const tables = await db.introspection.getTables();
  return Promise.all(
    tables.map(async ({ name: table }) => {
      const rows = await db
        .selectFrom(table as 'activities')
        .selectAll()
        .execute();
      return { table, text: JSON.stringify(rows) };
    }),
  );
}

/** The tombstone, ended sessions, deleted messages, and the members of a conversation. */
const TABLES_THAT_KEEP_PEOPLE = ['people', 'revocations', 'log', 'streams', 'message_groups'];

/** The tables that still contain an erased user. */
export async function findTablesWithPerson(store: Pick<OpenedStore, 'db'>, sub: string): Promise<string[]> {
  const texts = await dumpTables(store);
  return texts
    .filter(({ table, text }) => !TABLES_THAT_KEEP_PEOPLE.includes(table) && text.includes(sub))
    .map(({ table }) => table);
}
