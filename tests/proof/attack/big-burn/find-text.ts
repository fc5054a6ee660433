import type { RunSql } from './fill-big-crud.ts';

const TEXT_TYPES = `('text', 'character varying', 'jsonb', 'json', 'tsvector', 'ARRAY')`;

/** The text columns of all tables, by table. */
async function listTextColumns(run: RunSql): Promise<Map<string, string[]>> {
  const rows = await run(`select c.table_name as name, c.column_name as word
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.data_type in ${TEXT_TYPES}`);
  const columns = new Map<string, string[]>();
  for (const { name, word } of rows) {
    columns.set(String(name), [...(columns.get(String(name)) ?? []), String(word)]);
  }
  return columns;
}

/** Tables that hold texts as long as their crud: while one of them has the text, the others need not be read. */
const TABLES_READ_FIRST = ['activities', 'hashtags'];

/** The name of a table with a row that contains the word, or null. */
export async function findTableWithText(run: RunSql, word: string): Promise<string | null> {
  const columns = await listTextColumns(run);
  const rest = [...columns.keys()].filter((table) => !TABLES_READ_FIRST.includes(table));
  for (const table of [...TABLES_READ_FIRST, ...rest]) {
    const holds = (columns.get(table) ?? []).map((column) => `strpos("${column}"::text, '${word}') > 0`);
    const [row] = await run(`select exists (select from "${table}" where ${holds.join(' or ')}) as held`);
    if (row?.held === true) return table;
  }
  return null;
}
