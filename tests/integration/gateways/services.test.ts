import pg from 'pg';
import { describe, expect, inject, test } from 'vitest';
import { startPostgres } from '../../support/services/postgres-cluster.ts';
import { createDatabase } from '../../support/services/postgres.ts';
import { startRedis } from '../../support/services/redis.ts';
import { until } from '../../support/until.ts';

/** PostgreSQL's code for a database that does not exist. */
const UNKNOWN_DATABASE = '3D000';

async function queryDatabase(url: string, sql: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<{ answer: unknown }>(sql)).rows[0]?.answer;
  } finally {
    await client.end();
  }
}

describe('the services of the test run', () => {
  test('two databases are isolated from each other and are dropped when disposed', async () => {
    const admin = inject('postgres') ?? '';
    await using one = await createDatabase(admin);
    const other = await createDatabase(admin);
    await queryDatabase(one.url, 'create table mine (id int)');
    const seen = "select to_regclass('mine') is not null as answer";
    expect([await queryDatabase(one.url, seen), await queryDatabase(other.url, seen)]).toEqual([true, false]);
    await other[Symbol.asyncDispose]();
    await expect(queryDatabase(other.url, 'select 1')).rejects.toMatchObject({ code: UNKNOWN_DATABASE });
  });

  test('a database is dropped even while a connection is open', async () => {
    const database = await createDatabase(inject('postgres') ?? '');
    const client = new pg.Client({ connectionString: database.url });
    const cut = new Promise((resolve) => client.on('error', resolve));
    await client.connect();
    await database[Symbol.asyncDispose]();
    await expect(cut).resolves.toBeInstanceOf(Error);
  });

  test('a new cluster and a new Redis start, answer and stop when disposed', async () => {
    const postgres = await startPostgres();
    const redis = await startRedis();
    expect(await queryDatabase(postgres.adminUrl, 'select 42 as answer')).toBe(42);
    expect(redis.url).not.toBe(inject('redis'));
    await Promise.all([postgres[Symbol.asyncDispose](), redis[Symbol.asyncDispose]()]);
    await until(
      () =>
        queryDatabase(postgres.adminUrl, 'select 1').then(
          () => false,
          () => true,
        ),
      {
        what: 'the cluster refuses connections',
      },
    );
  });
});
