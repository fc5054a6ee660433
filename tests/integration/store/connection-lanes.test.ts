import { sql } from 'kysely';
import { expect, inject, test } from 'vitest';
import { createLogger } from '../../../server/src/logger.ts';
import { openPostgres } from '../../../server/src/store/open-postgres.ts';
import { createDatabase } from '../../support/services/postgres.ts';
import { runSql } from '../../support/run-sql.ts';
import { until } from '../../support/until.ts';

const CONNECTIONS = 4;

test.runIf(inject('store') === 'postgres')(
  '[STORE-11] while every other connection waits for a row, reserved connections answer, within DATABASE_POOL connections',
  async () => {
    await using database = await createDatabase(inject('postgres') ?? '');
    const store = await openPostgres(database.url, createLogger('none'), CONNECTIONS);
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    const lock = sql`select pg_advisory_xact_lock(1)`;
    const holder = store.db.transaction().execute(async (trx) => {
      await runSql(trx, lock);
      await released;
    });
    const waiters = [store.db, store.writeDb, store.db].map((db) => runSql(db, lock));
    await until(() => store.readConnectionState().waiting === 2, {
      what: 'reads and writes have no connection left',
    });
    const [found] = await runSql(
      store.vitalDb,
      sql<{ open: number }>`
      select count(*) as open from pg_stat_activity
      where datname = current_database() and application_name like 'cruddur%'`,
    );
    expect(found?.open).toBeGreaterThan(0);
    expect(found?.open).toBeLessThanOrEqual(CONNECTIONS);
    release();
    await Promise.all([holder, ...waiters]);
    await store.close();
  },
);
