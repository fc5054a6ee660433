import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { expect, inject, test } from 'vitest';
import { discardUnresponsiveConnections } from '../../../server/src/store/discard-unresponsive-connections.ts';
import { openTestStore } from '../../support/test-store.ts';

const QUERY_TIMEOUT_MS = 300;

test.runIf(inject('store') === 'postgres')(
  '[STORE-10] a write after a transaction that could not begin is committed, in a transaction of its own',
  async () => {
    await using opened = await openTestStore();
    const pool = new pg.Pool({ connectionString: opened.url, max: 1, query_timeout: QUERY_TIMEOUT_MS });
    pool.on('connect', (client) => client.on('error', () => undefined));
    const db = new Kysely<never>({
      dialect: new PostgresDialect({ pool: discardUnresponsiveConnections(pool) }),
    });
    await sql`create table said (text text)`.execute(db);
    const pid = await backendOf(db);
    process.kill(pid, 'SIGSTOP');
    try {
      const begun = db.transaction().execute((trx) => sql`select 1`.execute(trx));
      await expect(begun).rejects.toThrow('timeout');
    } finally {
      process.kill(pid, 'SIGCONT');
    }
    await sql`insert into said values ('kept')`.execute(db);
    expect(await backendOf(db)).not.toBe(pid);
    await db.destroy();
    const observer = new pg.Client({ connectionString: opened.url });
    await observer.connect();
    const kept = await observer.query<{ text: string }>('select text from said');
    await observer.end();
    expect(kept.rows).toEqual([{ text: 'kept' }]);
  },
);

async function backendOf(db: Kysely<never>): Promise<number> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db);
  return rows[0]?.pid ?? 0;
}
