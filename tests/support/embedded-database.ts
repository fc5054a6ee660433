import { openPGlite, type EmbeddedStore } from '../../server/src/store/open-pglite.ts';
import { loadMigratedDatabase } from './load-migrated-database.ts';

/** A migrated, empty database in memory. */
export interface EmbeddedDatabase {
  pglite: EmbeddedStore['pglite'];
  /**
   * Empties it for the next test, which takes a sixth of the time of opening another one. Resolves to itself, or to undefined if the test has
   * closed it, changed its schema or filled it.
   */
  empty(): Promise<EmbeddedDatabase | undefined>;
}

const KEPT_BYTES_MAX = 8_000_000;

/** Changes with every statement that creates, changes or drops something. */
const SCHEMA_VERSION = `SELECT string_agg(newest::text, ' ') AS version FROM (
  SELECT max(xmin::text::bigint) || ' ' || count(*) AS newest FROM pg_class WHERE relkind <> 't'
  UNION ALL SELECT max(xmin::text::bigint) || ' ' || count(*) FROM pg_proc
  UNION ALL SELECT max(xmin::text::bigint) || ' ' || count(*) FROM pg_trigger
  UNION ALL SELECT max(xmin::text::bigint) || ' ' || count(*) FROM pg_constraint
) AS catalog`;
const SIZE = 'SELECT sum(pg_relation_size(relid))::int AS bytes FROM pg_stat_user_tables';

export async function openEmbeddedDatabase(): Promise<EmbeddedDatabase> {
  const { pglite } = await openPGlite({
    loadDataDir: new Blob([new Uint8Array(await loadMigratedDatabase())]),
  });
  const readOne = async <T>(statement: string) => (await pglite.query<T>(statement)).rows[0];
  const readVersion = async () => (await readOne<{ version: string }>(SCHEMA_VERSION))?.version;
  const restore = await renderInitialState(pglite);
  const version = await readVersion();
  const database: EmbeddedDatabase = {
    pglite,
    async empty() {
      if (pglite.closed) return undefined;
      const { bytes = 0 } = (await readOne<{ bytes: number }>(SIZE)) ?? {};
      if (bytes > KEPT_BYTES_MAX || (await readVersion()) !== version) {
        await pglite.close();
        return undefined;
      }
      await pglite.exec('DISCARD ALL');
      await pglite.exec(restore);
      return database;
    },
  };
  return database;
}

/** The statements that give each table the rows it has now, without a trigger, and each sequence its start. */
async function renderInitialState(pglite: EmbeddedStore['pglite']): Promise<string> {
  const { rows: tables } = await pglite.query<{ name: string }>(
    "SELECT format('%I', relname) AS name FROM pg_stat_user_tables ORDER BY relname",
  );
  const { rows: sequences } = await pglite.query<{ name: string }>(
    "SELECT format('%I', sequencename) AS name FROM pg_sequences",
  );
  const inserts = await Promise.all(
    tables.map(async ({ name }) => {
      const { rows } = await pglite.query<{ row: string }>(
        `SELECT format('%L', to_json(t)) AS row FROM ${name} t`,
      );
      return rows.map(
        ({ row }) => `INSERT INTO ${name} SELECT * FROM json_populate_record(NULL::${name}, ${row})`,
      );
    }),
  );
  return [
    'BEGIN',
    'SET LOCAL session_replication_role = replica',
    ...tables.map(({ name }) => `DELETE FROM ${name}`),
    ...inserts.flat(),
    ...sequences.map(({ name }) => `SELECT setval('${name}', 1, false)`),
    'COMMIT',
  ].join(';\n');
}
