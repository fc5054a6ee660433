import { randomUUID } from 'node:crypto';
import { CompiledQuery, Kysely, PostgresDialect, sql } from 'kysely';
import { expect, inject, it, vi } from 'vitest';
import { systemClock } from '../../../server/src/domain/clock.ts';
import { PUBLIC_STREAM, userStream } from '../../../server/src/domain/streams.ts';
import type { Viewer } from '../../../server/src/domain/viewer.ts';
import { createStoreReads } from '../../../server/src/repositories/reads.ts';
import { isUnavailable } from '../../../server/src/repositories/store-failures.ts';
import { createStore } from '../../../server/src/repositories/store.ts';
import { discardUnresponsiveConnections } from '../../../server/src/store/discard-unresponsive-connections.ts';
import { openPostgres } from '../../../server/src/store/open-postgres.ts';
import { createStatementNames } from '../../../server/src/store/statement-names.ts';
import { BUSIEST_AUTHOR, fillStore } from '../../proof/attack/fill-store.ts';
import { addPeople } from '../../support/add-people.ts';
import { queryStore } from '../../support/query-store.ts';
import { runSql } from '../../support/run-sql.ts';
import { createMigratedDatabase } from '../../support/services/migrated-database.ts';
import { openTestPool } from '../../support/services/test-pool.ts';
import { createWriteRequests } from '../../support/write-requests.ts';
import { until } from '../../support/until.ts';
import { createLogger } from '../../../server/src/wiring/logger.ts';

/** PostgreSQL plans a prepared statement five times with its parameters before it may keep a plan. */
const EXECUTIONS = 15;
/** A statement of PostgreSQL has at most 65,535 parameters. */
const MORE_THAN_PARAMETERS = 66_000;
const QUERY_TIMEOUT_MS = 300;

/** A store of one gateway with that number of connections, which are the only ones of its database. */
async function openStore(connections?: number) {
  const database = await createMigratedDatabase(inject('postgres') ?? '');
  const store = await openPostgres(database.url, createLogger('none'), connections);
  return {
    ...store,
    url: database.url,
    async [Symbol.asyncDispose]() {
      await store.close();
      await database[Symbol.asyncDispose]();
    },
  };
}

it('a gateway that hangs blocks the store for seconds only, and no statement is compiled', async () => {
  await using store = await openStore();
  const settings = ['idle_in_transaction_session_timeout', 'lock_timeout', 'statement_timeout', 'jit'];
  const values = settings.map((name) => `current_setting('${name}')`);
  const rows = await queryStore<{ set: string[] }>(store.db, `select array[${values.join()}] as set`);
  expect(rows).toEqual([{ set: ['2s', '3s', '5s', 'off'] }]);
});

it('while every other connection waits for a row, reserved connections answer, within DATABASE_POOL connections', async () => {
  await using store = await openStore(4);
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  const lock = sql`select pg_advisory_xact_lock(1)`;
  const holder = store.db.transaction().execute(async (trx) => {
    await runSql(trx, lock);
    await released;
  });
  const waiters = [store.db, store.writeDb, store.db].map((db) => runSql(db, lock));
  const allWait = () => store.readConnectionState().waiting === 2;
  await until(allWait, { what: 'reads and writes have no connection left' });
  const connections = sql`select from pg_stat_activity
    where datname = current_database() and application_name like 'cruddur%'`;
  const { length } = await runSql(store.vitalDb, connections);
  expect(length).toBeGreaterThan(0);
  expect(length).toBeLessThanOrEqual(4);
  release();
  await Promise.all([holder, ...waiters]);
});

it('a write after a transaction that could not begin is committed, in a transaction of its own', async () => {
  await using store = await openStore();
  await using opened = openTestPool({
    connectionString: store.url,
    max: 1,
    query_timeout: QUERY_TIMEOUT_MS,
  });
  const { pool } = opened;
  pool.on('connect', (client) => client.on('error', () => undefined));
  const db = new Kysely<never>({
    dialect: new PostgresDialect({ pool: discardUnresponsiveConnections(pool) }),
  });
  const readPid = async () => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db);
    return rows[0]?.pid ?? 0;
  };
  await sql`create table said (text text)`.execute(db);
  const pid = await readPid();
  process.kill(pid, 'SIGSTOP');
  try {
    const begun = db.transaction().execute((trx) => sql`select 1`.execute(trx));
    await expect(begun).rejects.toThrow('timeout');
  } finally {
    process.kill(pid, 'SIGCONT');
  }
  await sql`insert into said values ('kept')`.execute(db);
  expect(await readPid()).not.toBe(pid);
  expect(await queryStore(store.db, 'select text from said')).toEqual([{ text: 'kept' }]);
});

it('[OP-12] a write that the store would commit later than four seconds after it was submitted is refused', async () => {
  await using store = await openStore();
  const [ann] = (await addPeople(createStore(store.db, systemClock), 1)) as [Viewer];
  let agoMs = 5000;
  const distrust = vi.fn<() => void>();
  const storeClock = { now: () => new Date(Date.now() - agoMs), distrust };
  const calls = createStore(store.db, systemClock, { storeClock });
  const { plan, operation } = createWriteRequests(store.db, systemClock).post(ann, 'late');
  const post = () => calls.runOperation(ann.sub, operation.operation, plan);
  const read = () =>
    queryStore(
      store.db,
      'select count(a.uuid)::int as posts, max(avatar_version) as changes from people left join activities a on true',
    );
  const late = { codes: ['generic_503'] };

  await expect(post()).rejects.toMatchObject(late);
  expect(distrust).toHaveBeenCalled();
  const change = calls.runChange(ann.sub, async ({ people }) => {
    const isChanged = await people.bumpAvatarVersion(ann.sub);
    return { result: isChanged, entries: [] };
  });
  agoMs = 0;
  await expect(change).rejects.toMatchObject(late);
  expect(await read()).toEqual([{ posts: 0, changes: 0 }]);
  await post();
  expect(await read()).toEqual([{ posts: 1, changes: 0 }]);
});

it('a block and a write that locks the same two people one after the other do not wait for each other', async () => {
  await using store = await openStore(6);
  const writes = createStore(store.db, systemClock, { writeDb: store.writeDb });
  const [ann, bob, cat] = await addPeople(writes, 3);
  const waiting = `select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`;
  const isWaiting = async () => (await queryStore(store.vitalDb, waiting)).length === 1;
  for (const [author, other] of [
    [ann, bob],
    [bob, ann],
    [ann, cat],
    [cat, ann],
  ]) {
    if (!author || !other) throw new Error('a person is missing');
    const lock = (sub: string) => sql`select from people where sub = ${sub}::uuid for key share`;
    const block = () =>
      writes.runChange(null, async ({ blocks }) => ({
        result: await blocks.add({ blocker: other.sub, blocked: author.sub, at: systemClock.now() }),
        entries: [],
      }));
    const blocked = await store.db.transaction().execute(async (trx) => {
      await runSql(trx, lock(author.sub));
      const running = block();
      await until(isWaiting, { what: 'the block waits' });
      await runSql(trx, lock(other.sub));
      return { running };
    });
    expect((await blocked.running).result).toBe('added');
  }
});

it('pages of the home feed are planned once per connection', async () => {
  // One connection beside the reserved ones.
  await using store = await openStore(3);
  await fillStore(store.db, { people: 200, cruds: 1000 });
  const reads = createStoreReads(store.db, systemClock);
  const view = { viewer: BUSIEST_AUTHOR, now: systemClock.now(), limit: 50 };
  const before = { pos: 5000, uuid: BUSIEST_AUTHOR };
  for (let count = 0; count < EXECUTIONS; count += 1) {
    await reads.activities.readHome({ ...view, before: null });
    await reads.activities.readHome({ ...view, before: { ...before, pos: before.pos - count } });
    await reads.feedPages.readNewest([BUSIEST_AUTHOR]);
    await reads.feedPages.readOlder([{ viewer: BUSIEST_AUTHOR, before }], view.now);
  }
  const rows = await queryStore<{ generic_plans: number }>(
    store.db,
    "select generic_plans from pg_prepared_statements where statement like '%string_agg%'",
  );
  expect(rows).toHaveLength(4);
  for (const { generic_plans } of rows) expect(generic_plans).toBeGreaterThan(0);
});

it('the heads of any number of streams are read by one prepared statement', async () => {
  await using store = await openStore(3);
  const { log } = createStoreReads(store.db, systemClock);
  const streams = Array.from({ length: MORE_THAN_PARAMETERS }, () => userStream(randomUUID()));
  for (let size = 1; size <= EXECUTIONS; size += 1) await log.readHeads(streams.slice(0, size));
  const prepared = "select statement from pg_prepared_statements where statement like '%from streams%'";
  expect(await queryStore(store.db, prepared)).toHaveLength(1);
  expect((await log.readHeads([...streams, PUBLIC_STREAM])).size).toBe(streams.length + 1);
});

it('a migration that changes the result of a prepared statement fails it once, as unavailable', async () => {
  await using store = await openStore();
  const { db } = store;
  await queryStore(db, 'create table changing (id int)');
  const read = () => db.executeQuery(CompiledQuery.raw('select * from changing where id = $1', [1]));
  for (let count = 0; count < EXECUTIONS; count += 1) await read();
  await queryStore(db, 'alter table changing add column name text');
  const failure: unknown = await read().catch((error: unknown) => error);
  expect(isUnavailable(failure)).toBe(true);
  expect((await read()).rows).toEqual([]);
});

it('repeated statements with parameters get names, which are bounded', () => {
  const nameStatement = createStatementNames();
  const repeat = (text: string, parameters: unknown[]) =>
    Array.from({ length: 6 }, () => nameStatement(text, parameters)).at(-1);
  expect(repeat('begin', [])).toBeUndefined();
  expect(nameStatement('select $1', [1])).toBeUndefined();
  const names = Array.from({ length: 300 }, (_, index) => repeat(`select $1 + ${index}`, [1]));
  expect(new Set(names.filter((name) => name !== undefined)).size).toBe(200);
  expect(repeat('select $1 + 0', [2])).toBe(names[0]);
  expect(names.at(-1)).toBeUndefined();
});
