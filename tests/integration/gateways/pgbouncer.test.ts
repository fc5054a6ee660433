import pg from 'pg';
import { describe, expect, inject, it } from 'vitest';
import { createLogger } from '../../../server/src/logger.ts';
import { openPostgres } from '../../../server/src/store/open-postgres.ts';
import { startProgram } from '../../support/program.ts';
import { isUsable } from '../../support/services/availability.ts';
import { startPgBouncer } from '../../support/services/pgbouncer.ts';
import { createDatabase } from '../../support/services/postgres.ts';
import '../../support/services/provided.ts';

const LIMITS = 'idle_in_transaction_session_timeout,lock_timeout,statement_timeout';
const newDatabase = () => createDatabase(inject('postgres') ?? '');
const open = (url: string) => openPostgres(url, createLogger('none'));

describe.runIf(isUsable('pgbouncer', 'PgBouncer'))('a start behind PgBouncer', () => {
  it('[UPGRADE-5] transaction mode exits 78 with one line', async () => {
    await using database = await newDatabase();
    await using pooler = await startPgBouncer(database.url, {
      pool_mode: 'transaction',
      ignore_startup_parameters: LIMITS,
    });
    await using program = startProgram({ DATABASE_URL: pooler.url });
    expect(await program.waitForExit()).toBe(78);
    expect([...program.stdoutLines(), ...program.stderrLines()]).toEqual([
      'DATABASE_URL leads through a pooler in transaction mode (PgBouncer?): point it at PostgreSQL itself, or set pool_mode = session.',
    ]);
  });

  it.each([
    ['statement', {}],
    ['transaction', { server_round_robin: '1', min_pool_size: '4', default_pool_size: '8' }],
  ])(
    '[UPGRADE-5] %s mode is refused, whatever order the pooler reuses sessions in',
    async (pool_mode, settings) => {
      await using database = await newDatabase();
      await using pooler = await startPgBouncer(database.url, { pool_mode, ...settings });
      await expect(open(pooler.url)).rejects.toMatchObject({
        exitCode: 78,
        message: expect.stringMatching(/^DATABASE_URL leads through a pooler in transaction mode /) as string,
      });
    },
  );

  it.each([
    ['refuses', {}],
    ['ignores', { ignore_startup_parameters: LIMITS }],
  ])('[UPGRADE-5] a pooler that %s our time limits is refused', async (_, settings) => {
    await using database = await newDatabase();
    await using pooler = await startPgBouncer(database.url, { pool_mode: 'session', ...settings });
    await expect(open(pooler.url)).rejects.toMatchObject({
      exitCode: 78,
      message: expect.stringMatching(
        /^DATABASE_URL leads through a pooler that keeps time limits from PostgreSQL \([^\n]*_timeout[^\n]*\): /,
      ) as string,
    });
  });

  it('[UPGRADE-5] session mode with the time limits set for the role opens the store', async () => {
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
