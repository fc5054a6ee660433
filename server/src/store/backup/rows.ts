import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PGlite, PGliteOptions } from '@electric-sql/pglite';
import type { Kysely } from 'kysely';
import * as z from 'zod';
import { migrateStore, migrations, BASELINE, refuseEarlierStore } from '../migrate-store.ts';
import { createPGlite, openStoreOf } from '../open-pglite.ts';
import { StartupError } from '../../config/startup-error.ts';

const INDEX_FILE = 'index.json';
/** Pages of 8 KB that are read at once: the program does nothing else for so long. */
const PAGES_PER_PART = 500;

const rowsIndex = z.object({
  migrations: z.array(z.string()),
  tables: z.array(
    z.object({
      name: z.string(),
      /** Those that can be written, quoted. */
      columns: z.string(),
      parts: z.int().nonnegative(),
    }),
  ),
  sequences: z.array(z.object({ name: z.string(), value: z.string() })),
});
type RowsIndex = z.infer<typeof rowsIndex>;

const partFile = (folder: string, table: string, part: number) => join(folder, `${table}.${part}`);

/**
 * Writes the rows of a database into a new folder. Its files would also have deleted rows, in the write-ahead log every text that was
 * written lately, and in the statistics samples of texts.
 * @param pglite which no one else uses meanwhile
 */
export async function writeRows(
  pglite: PGlite,
  folder: string,
  signal: AbortSignal | undefined,
): Promise<void> {
  const { rows: applied } = await pglite.query<{ name: string }>('select name from kysely_migration');
  refuseEarlierStore(applied.map(({ name }) => name));
  await mkdir(folder, { mode: 0o700 });
  const tables = [];
  for (const { name, columns, pages } of await listTables(pglite)) {
    const parts = Math.ceil(pages / PAGES_PER_PART);
    for (let part = 0; part < parts; part += 1) {
      signal?.throwIfAborted();
      const [from, to] = [part * PAGES_PER_PART, (part + 1) * PAGES_PER_PART];
      const { blob } = await pglite.query(
        `copy (select ${columns} from ${name} where ctid >= '(${from},0)' and ctid < '(${to},0)') to '/dev/blob' (format binary)`,
      );
      if (!blob) throw new Error(`${name} could not be read`);
      await writeFile(partFile(folder, name, part), Buffer.from(await blob.arrayBuffer()), { mode: 0o600 });
    }
    tables.push({ name, columns, parts });
  }
  const { rows: sequences } = await pglite.query<{ name: string; value: string }>(
    `select format('%I', sequencename) as name, last_value::text as value from pg_sequences
    where schemaname = 'public' and last_value is not null`,
  );
  const index: RowsIndex = { migrations: applied.map(({ name }) => name), tables, sequences };
  await writeFile(join(folder, INDEX_FILE), JSON.stringify(index), { mode: 0o600 });
}

async function listTables(pglite: PGlite) {
  const { rows } = await pglite.query<{ name: string; columns: string; pages: number }>(`
    select format('%I', c.relname) as name, (pg_relation_size(c.oid) / current_setting('block_size')::int)::int as pages,
      (select string_agg(format('%I', a.attname), ', ' order by a.attnum) from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns
    from pg_class c where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace order by c.relname`);
  return rows;
}

/** @throws StartupError for rows of another version, which has other tables */
export async function readRowsIndex(folder: string): Promise<RowsIndex> {
  const index = rowsIndex.parse(JSON.parse(await readFile(join(folder, INDEX_FILE), 'utf8')));
  if (!index.migrations.includes(BASELINE))
    throw new StartupError('A version before 1.0.0 made the backup, which no later one can restore.');
  const unknown = index.migrations.find((name) => !(name in migrations));
  if (unknown !== undefined)
    throw new StartupError('A later version of Cruddur made the backup: restore it with that version.');
  return index;
}

/** Makes a database of written rows, with the tables that they had. */
export async function loadRows(folder: string, options: PGliteOptions): Promise<void> {
  const index = await readRowsIndex(folder);
  const { tables, sequences } = index;
  const pglite = await createPGlite(options);
  const ofThen = Object.entries(migrations).filter(([name]) => index.migrations.includes(name));
  const migrate = <T>(db: Kysely<T>) => migrateStore(db, { all: Object.fromEntries(ofThen), contract: true });
  const store = await openStoreOf(pglite, () => pglite.close(), migrate);
  try {
    // Neither triggers nor foreign keys: what they do was done when the rows were written.
    await pglite.exec('set session_replication_role = replica');
    await pglite.exec(`truncate ${tables.map(({ name }) => name).join(', ')}`);
    for (const { name, columns, parts } of tables) {
      for (let part = 0; part < parts; part += 1) {
        const blob = new Blob([new Uint8Array(await readFile(partFile(folder, name, part)))]);
        await pglite.query(`copy ${name} (${columns}) from '/dev/blob' (format binary)`, [], { blob });
      }
    }
    for (const { name, value } of sequences)
      await pglite.query('select setval($1::text::regclass, $2::text::bigint)', [name, value]);
  } finally {
    await store.close();
  }
}
