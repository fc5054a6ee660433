import { randomUUID } from 'node:crypto';
import pg from 'pg';

export type TestDatabase = AsyncDisposable & { url: string };

/**
 * A database in the run's cluster, dropped when disposed, also while connections are open.
 * @param adminUrl `inject('postgres')`
 * @param template the database to copy; by default the new one is empty
 */
export async function createDatabase(adminUrl: string, template = 'template0'): Promise<TestDatabase> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await runAsAdmin(adminUrl, `create database ${name} template ${template}`);
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  return {
    url: url.href,
    async [Symbol.asyncDispose]() {
      await runAsAdmin(adminUrl, `drop database if exists ${name} with (force)`);
    },
  };
}

/** Runs one statement on a connection of its own. @returns its rows */
export async function runAsAdmin<T extends object>(
  connectionString: string,
  statement: string,
  values: readonly unknown[] = [],
): Promise<T[]> {
  const client = new pg.Client({ connectionString });
  try {
    await client.connect();
    return (await client.query<T>(statement, [...values])).rows;
  } finally {
    await client.end();
  }
}
