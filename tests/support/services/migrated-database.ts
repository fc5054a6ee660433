import { randomBytes, randomUUID } from 'node:crypto';
import pg from 'pg';
import { migrateStore } from '../../../server/src/store/migrate-store.ts';
import { withMigrationConnections } from '../../../server/src/store/open-postgres.ts';
import { createDatabase, runAsAdmin, type TestDatabase } from './postgres.ts';

/** A migrated, empty database of the cluster: the new ones are its copies. */
const TEMPLATE = 'migrated';

/**
 * Like `createDatabase`, with all migrations applied, for tests that are not about them. The first call in a cluster creates the
 * template.
 */
export async function createMigratedDatabase(adminUrl: string): Promise<TestDatabase> {
  await createTemplate(adminUrl);
  const database = await createDatabase(adminUrl, TEMPLATE);
  await replaceIdentity(database.url);
  return database;
}

/** Clusters whose template this process has seen. */
const prepared = new Map<string, Promise<void>>();

function createTemplate(adminUrl: string): Promise<void> {
  const running = prepared.get(adminUrl) ?? createTemplateOnce(adminUrl);
  prepared.set(adminUrl, running);
  return running;
}

/** Test workers that share the cluster wait for each other. */
async function createTemplateOnce(adminUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    await client.query(`select pg_advisory_lock(hashtextextended('${TEMPLATE}', 0))`);
    const { rowCount } = await client.query('select from pg_database where datname = $1', [TEMPLATE]);
    if (rowCount) return;
    const { url } = await createDatabase(adminUrl);
    await withMigrationConnections(url, migrateStore);
    await client.query(`alter database ${new URL(url).pathname.slice(1)} rename to ${TEMPLATE}`);
  } finally {
    await client.end();
  }
}

/** Gateways of several stores share a Redis, where a store is known by its identity. */
async function replaceIdentity(url: string): Promise<void> {
  const identity = [randomUUID(), randomBytes(32).toString('base64')];
  await runAsAdmin(url, 'update store set id = $1, envelope_key = $2', identity);
}
