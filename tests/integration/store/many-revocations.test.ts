import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { systemClock } from '../../../server/src/domain/clock.ts';
import { PACKED_BYTES } from '../../../server/src/domain/sessions/revocation-table.ts';
import { createRevocations } from '../../../server/src/domain/sessions/revocations.ts';
import { createRevocationLog } from '../../../server/src/repositories/revocations.ts';
import type { Db } from '../../../server/src/repositories/tables.ts';
import { deleteOldRevocations } from '../../../server/src/repositories/trim-log.ts';
import { runSql } from '../../support/run-sql.ts';
import { openTestPool } from '../../support/services/test-pool.ts';
import { startTestApp } from '../../support/test-app.ts';
import { isOnPostgres, openTestStore } from '../../support/test-store.ts';
import { until } from '../../support/until.ts';
import { sha256 } from '../../../server/src/wiring/crypto.ts';

const HOUR_MS = 3_600_000;
const KEPT_MS = 25 * HOUR_MS;
const PAGE_BLOCKS = 50;
const MANY = 6000;
const BATCH = 1000;
/** More than a gateway has connections. */
const SIGN_OUTS = 40;
const idOf = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;

/** Sign-outs, each of another user; every tenth ends all sign-ins before epoch second 100. */
async function signOut(
  db: Db,
  { first, count, hoursAgo }: { first: number; count: number; hoursAgo: number },
) {
  const start = Date.now() - hoursAgo * HOUR_MS;
  const stream = db.selectFrom('streams').select('head').where('id', '=', 'revocations');
  const { head } = await stream.executeTakeFirstOrThrow();
  for (let done = 0; done < count; done += BATCH) {
    const rows = Array.from({ length: Math.min(BATCH, count - done) }, (_, index) => {
      const n = first + done + index;
      const named = { uuid: randomUUID(), sub: idOf(n), origin_jti: `jti ${n}` };
      return { ...named, all_before: n % 10 === 0 ? 100 : null, at: new Date(start + done + index) };
    });
    const lines = rows.map(({ uuid, at }, index) => ({
      ...{ stream: 'revocations', seq: head + done + index + 1, tag: 'bulk' },
      ...{ kind: 'session.ended' as const, ref: uuid, at },
    }));
    await db.insertInto('revocations').values(rows).execute();
    await db.insertInto('log').values(lines).execute();
  }
  const moved = { head: head + count, head_tag: 'bulk' };
  await db.updateTable('streams').set(moved).where('id', '=', 'revocations').execute();
}

/** The rows of both tables that were read in the transaction, and perhaps in earlier ones of its connection. */
async function countReadRows(trx: Db): Promise<number> {
  const [sum] = await runSql(
    trx,
    sql<{ rows: number }>`
    select sum(seq_tup_read + idx_tup_fetch)::int as rows
    from pg_stat_xact_user_tables where relname in ('log', 'revocations')`,
  );
  return sum?.rows ?? NaN;
}

const session = (n: number, { originJti = `jti ${n}`, authTime = 1000 } = {}) => ({
  sub: idOf(n),
  originJti,
  authTime,
  expiresAt: Infinity,
});

it('revocations are loaded in pages of bounded size, and reading new ones costs the same however many there are', async () => {
  await using opened = await openTestStore();
  const { db } = opened.store;
  await signOut(db, { first: 1, count: 1000, hoursAgo: 26 });
  await signOut(db, { first: 10_001, count: MANY, hoursAgo: 20 });
  const log = createRevocationLog(db, systemClock, { pageBlocks: PAGE_BLOCKS });
  const pages: number[] = [];
  const rowsPerPoll: number[] = [];
  const revocations = createRevocations({
    clock: systemClock,
    monotonicMs: () => performance.now(),
    retentionMs: KEPT_MS,
    sha256,
    log: {
      readAfter: (cursor) =>
        db.transaction().execute(async (trx) => {
          const before = await countReadRows(trx);
          const page = await createRevocationLog(trx, systemClock).readAfter(cursor);
          rowsPerPoll.push((await countReadRows(trx)) - before);
          return page;
        }),
      readSince: (since, consume) =>
        log.readSince(since, (packed) => {
          pages.push(packed.length / PACKED_BYTES);
          consume(packed);
        }),
    },
  });
  await revocations.refresh();
  // 50 blocks of 8 KB hold at most 5,000 rows of 80 bytes, each with one entry or two.
  expect(pages.length).toBeGreaterThan(1);
  expect(Math.max(...pages)).toBeLessThanOrEqual(10_000);
  expect(pages.reduce((sum, entries) => sum + entries, 0)).toBe(6600);
  const ns = Array.from({ length: MANY }, (_, n) => 10_001 + n);
  expect(ns.filter((n) => !revocations.isRevoked(session(n)))).toEqual([]);
  expect(ns.filter((n) => revocations.isRevoked(session(n, { originJti: 'another' })))).toEqual([]);
  const older = ns.filter((n) => revocations.isRevoked(session(n, { originJti: 'another', authTime: 99 })));
  expect(older).toEqual(ns.filter((n) => n % 10 === 0));
  expect(revocations.isRevoked(session(1))).toBe(false);

  await log.add({ sub: idOf(5), originJti: 'jti 5', allBefore: null });
  await revocations.refresh();
  expect(revocations.isRevoked(session(5))).toBe(true);
  await revocations.refresh();
  // Without an index, a poll would read all of them.
  expect(rowsPerPoll.length).toBeGreaterThanOrEqual(2);
  expect(Math.max(...rowsPerPoll)).toBeGreaterThan(0);
  expect(Math.max(...rowsPerPoll)).toBeLessThan(10);

  await deleteOldRevocations(db, systemClock.now(), KEPT_MS);
  const count = async (table: 'revocations' | 'log') =>
    (await db.selectFrom(table).select('at').execute()).length;
  expect([await count('revocations'), await count('log')]).toEqual([MANY + 1, MANY + 1]);
  await revocations.refresh();
  expect(revocations.isRevoked(session(10_001))).toBe(true);
});

it('a gateway more than 100,000 revocations behind loads all of them in packed form', async () => {
  await using opened = await openTestStore();
  const { db } = opened.store;
  await signOut(db, { first: 1, count: 10, hoursAgo: 1 });
  const log = createRevocationLog(db, systemClock);
  const cursor = await log.readSince(new Date(0), () => undefined);
  const moveHead = (head: number) =>
    db.updateTable('streams').set({ head }).where('id', '=', 'revocations').execute();
  await moveHead(cursor.seq + 100_000);
  expect(await log.readAfter(cursor)).not.toBeNull();
  await moveHead(cursor.seq + 100_001);
  expect(await log.readAfter(cursor)).toBeNull();
});

it('concurrent sign-outs share a commit, and one that the store refuses fails alone', async () => {
  await using opened = await openTestStore();
  const { db } = opened.store;
  const log = createRevocationLog(db, systemClock);
  const subs = [...Array.from({ length: 20 }, (_, n) => idOf(n)), 'not-a-uuid', idOf(20)];
  await log.add({ sub: idOf(99), originJti: 'jti', allBefore: null });
  const start = await log.readSince(new Date(0), () => undefined);
  const added = await Promise.allSettled(
    subs.map((sub) => log.add({ sub, originJti: 'jti', allBefore: null })),
  );
  expect(subs.filter((_, n) => added[n]?.status === 'rejected')).toEqual(['not-a-uuid']);
  const page = await log.readAfter(start);
  expect(page?.revocations.map(({ sub }) => sub)).toEqual(subs.filter((sub) => sub !== 'not-a-uuid'));
  await Promise.all(subs.slice(0, 20).map((sub) => log.add({ sub, originJti: 'again', allBefore: null })));
  const commits = sql<{ commits: number }>`
    select count(distinct xmin::text)::int as commits from revocations where origin_jti = 'again'`;
  const rows = await runSql(db, commits);
  // The first commit begins at once, and the others wait for it.
  expect(rows).toEqual([{ commits: 2 }]);
});

it.runIf(isOnPostgres)(
  'many sign-outs that wait for one row leave connections to reads, writes and the health check',
  async () => {
    await using app = await startTestApp();
    await using others = openTestPool({ connectionString: app.databaseUrl });
    const [ann, bob] = [await app.signUp(), await app.signUp()];
    const countRevocations = async () => (await others.pool.query('select from revocations')).rowCount ?? 0;
    const before = await countRevocations();

    const holder = await others.pool.connect();
    await holder.query('begin');
    await holder.query(`select from streams where id = 'revocations' for update`);
    const body = { all: false };
    const signOuts = Array.from({ length: SIGN_OUTS }, () => ann.call('endSession', { body }));
    await until(() => app.store.readConnectionState().busy > 0, { what: 'a sign-out waits for the row' });
    const calls = [
      await bob.call('homeFeed'),
      await bob.call('createActivity', { body: { message: 'meanwhile' } }),
      await app.visitor.send('GET', '/readyz'),
    ];
    await holder.query('rollback');
    holder.release();

    expect(calls.map(({ status }) => status)).toEqual([200, 200, 200]);
    const statuses = (await Promise.all(signOuts)).map(({ status }) => status);
    expect(statuses).toEqual(Array(SIGN_OUTS).fill(200));
    expect((await countRevocations()) - before).toBe(SIGN_OUTS);
  },
);
