import pg from 'pg';
import '../../support/services/provided.ts';
import { expect, inject, it, describe } from 'vitest';
import { migrations } from '../../../server/src/store/migrate-store.ts';
import { openPostgres } from '../../../server/src/store/open-postgres.ts';
import { runScript } from '../../support/run-script.ts';
import { isUsable } from '../../support/services/availability.ts';
import { startPgBouncer } from '../../support/services/pgbouncer.ts';
import { createDatabase } from '../../support/services/postgres.ts';
import { createLogger } from '../../../server/src/wiring/logger.ts';

const names = Object.keys(migrations).sort();
const linesOf = (text: string) => text.split('\n').filter((line) => line !== '');

it(
  '[UPGRADE-6] npm run migrate prints what it applied; --status and --dry-run change nothing',
  { timeout: 120_000 },
  async () => {
    await using database = await createDatabase(inject('postgres') ?? '');
    const migrate = async (...words: string[]) => {
      const { code, stdout, stderr } = await runScript('migrate', words, { DATABASE_URL: database.url });
      return { code, lines: linesOf(stdout), faults: linesOf(stderr) };
    };
    const done = (lines: string[]) => ({ code: 0, lines, faults: [] });

    expect(await migrate('--status')).toEqual(done(names.map((name) => `pending ${name}`)));
    expect(await migrate('--dry-run')).toEqual(done(names.map((name) => `would apply ${name}`)));
    expect(await tablesOf(database.url)).toEqual([]);
    expect(await migrate()).toEqual(done(names.map((name) => `applied ${name}`)));
    expect(await migrate('--status')).toEqual(done(names.map((name) => `applied ${name}`)));
    const nothing = ['The store is up to date; nothing was changed.'];
    expect(await migrate('--contract')).toEqual(done(nothing));
    expect(await migrate('--contact')).toMatchObject({
      code: 78,
      faults: ['Usage: npm run migrate [-- --contract | --status | --dry-run]'],
    });
  },
);

async function tablesOf(connectionString: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  const { rows } = await client.query<{ tablename: string }>(
    "select tablename from pg_tables where schemaname = 'public'",
  );
  await client.end();
  return rows;
}

const LIMITS = 'idle_in_transaction_session_timeout,lock_timeout,statement_timeout';
const newDatabase = () => createDatabase(inject('postgres') ?? '');
const open = (url: string) => openPostgres(url, createLogger('none'));

describe.runIf(isUsable('pgbouncer', 'PgBouncer'))('a start behind PgBouncer', () => {
  it.each([
    ['statement', {}],
    ['transaction', { ignore_startup_parameters: LIMITS }],
    ['transaction', { server_round_robin: '1', min_pool_size: '4', default_pool_size: '8' }],
  ])('%s mode is refused, whatever order the pooler reuses sessions in', async (pool_mode, settings) => {
    await using database = await newDatabase();
    await using pooler = await startPgBouncer(database.url, { pool_mode, ...settings });
    await expect(open(pooler.url)).rejects.toMatchObject({
      exitCode: 78,
      message:
        'DATABASE_URL leads through a pooler in transaction mode (PgBouncer?): point it at PostgreSQL itself, or set pool_mode = session.',
    });
  });

  it.each([
    ['refuses', {}],
    ['ignores', { ignore_startup_parameters: LIMITS }],
  ])('a pooler that %s our time limits is refused', async (_, settings) => {
    await using database = await newDatabase();
    await using pooler = await startPgBouncer(database.url, { pool_mode: 'session', ...settings });
    await expect(open(pooler.url)).rejects.toMatchObject({
      exitCode: 78,
      message: expect.stringMatching(
        /^DATABASE_URL leads through a pooler that keeps time limits from PostgreSQL \([^\n]*_timeout[^\n]*\): /,
      ) as string,
    });
  });

  it('session mode with the time limits set for the role opens the store', async () => {
    await using database = await newDatabase();
    await setLimits(database.url);
    await using pooler = await startPgBouncer(database.url, {
      pool_mode: 'session',
      ignore_startup_parameters: LIMITS,
    });
    const store = await open(pooler.url);
    expect(await store.db.selectFrom('people').select('sub').execute()).toEqual([]);
    await store.close();
  });
});

/** Set for the database, because other tests share the role. */
async function setLimits(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const name = new URL(url).pathname.slice(1);
  const limits = { idle_in_transaction_session_timeout: '2s', lock_timeout: '3s', statement_timeout: '5s' };
  for (const [limit, value] of Object.entries(limits)) {
    await client.query(`alter database ${name} set ${limit} = '${value}'`);
  }
  await client.end();
}
