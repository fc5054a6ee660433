import { PGlite } from '@electric-sql/pglite';
import { createPgConfig } from '@electric-sql/pglite/node-postgres';
import { Kysely, Migrator, PostgresDialect } from 'kysely';
import pg from 'pg';
import { inject } from 'vitest';
import { poolMigrations } from '../../../server/src/local-pool/migrations.ts';
import type { PoolTables, Store } from '../../../server/src/local-pool/tables.ts';
import { createDatabase } from '../services/postgres.ts';
import '../services/provided.ts';

export type PoolStore = AsyncDisposable & { db: Store };

type Database = { connections: pg.Pool; drop: () => Promise<void> };

/** An empty, migrated store of the local pool's own, on the kind of database that this run is about. */
export async function openPoolStore(): Promise<PoolStore> {
  const { connections, drop } = inject('store') === 'postgres' ? await onPostgres() : await onPglite();
  const db = new Kysely<PoolTables>({ dialect: new PostgresDialect({ pool: connections }) });
  const provider = { getMigrations: () => Promise.resolve(poolMigrations) };
  const { error } = await new Migrator({ db, provider }).migrateToLatest();
  if (error) throw error instanceof Error ? error : new Error('The migration failed.');
  return {
    db,
    async [Symbol.asyncDispose]() {
      await db.destroy();
      await drop();
    },
  };
}

async function onPglite(): Promise<Database> {
  const pglite = await PGlite.create();
  const connections = new pg.Pool({ ...createPgConfig(pglite), max: 1, connectionTimeoutMillis: 10_000 });
  return { connections, drop: () => pglite.close() };
}

async function onPostgres(): Promise<Database> {
  const database = await createDatabase(inject('postgres') ?? '');
  const connections = new pg.Pool({ connectionString: database.url, max: 10 });
  return { connections, drop: () => database[Symbol.asyncDispose]() };
}
