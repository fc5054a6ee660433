import { FRAME_SENT_MAX_BYTES } from '@cruddur/shared';
import { CompiledQuery } from 'kysely';
import { beforeEach, expect, it } from 'vitest';
import { createTestClock, systemClock } from '../../../server/src/domain/clock.ts';
import { createFailureLog } from '../../../server/src/domain/failure-log.ts';
import { expiredTextAge } from '../../../server/src/repositories/expired-text-age.ts';
import { createLease } from '../../../server/src/repositories/lease.ts';
import { purgeExpired } from '../../../server/src/repositories/purge.ts';
import { createStore } from '../../../server/src/repositories/store.ts';
import type { OpenedStore } from '../../../server/src/store/opened-store.ts';
import { createPurgeJob } from '../../../server/src/wiring/purge-job.ts';
import { runEvery } from '../../../server/src/wiring/run-every.ts';
import { burnBigCrud } from '../../proof/attack/big-burn/burn-big-crud.ts';
import { addCruds } from '../../support/add-cruds.ts';
import { addPeople } from '../../support/add-people.ts';
import { startTestApp } from '../../support/test-app.ts';
import { openTestStore } from '../../support/test-store.ts';
import { until } from '../../support/until.ts';
import { createStrictTallies } from '../../unit/server/machines/create-strict-tallies.ts';
import { listTakenTransitions, listTransitions } from '../../unit/server/machines/transitions.ts';
import { createManualTimers } from '../../unit/server/streams/manual-timers.ts';
import { silentLogger } from '../../unit/server/streams/silent-logger.ts';

const MINUTE = 60_000;
const DAY = 86_400_000;
/** More than PostgreSQL can delete by one statement within its time limit. */
const SLOW = { rows: 130, msPerRow: 40 };
const BIG = { replies: 1500, likes: 5000 };

let store: OpenedStore;
let db: OpenedStore['db'];
let author = '';

beforeEach(async () => {
  const opened = await openTestStore();
  ({ store } = opened);
  ({ db } = store);
  const [person] = await addPeople(createStore(db, systemClock), 1);
  author = person?.sub ?? '';
  return () => opened[Symbol.asyncDispose]();
});

const run = async (statement: string) =>
  (await db.executeQuery<Record<string, unknown>>(CompiledQuery.raw(statement))).rows;
const countOf = async (table: string) => (await run(`select from ${table}`)).length;
const add = (count: number, clock = createTestClock(systemClock)) =>
  addCruds({ store, clock }, { author, count, textOf: String, lifetimeMs: () => MINUTE });
const inTwoMinutes = () => new Date(Date.now() + 2 * MINUTE);

it('a deletion by a gateway of an older version, which relies on a cascade, leaves nothing behind', async () => {
  const [top = '', middle = '', last = ''] = await add(3);
  await run(`update activities set reply_to = '${top}' where uuid = '${middle}'`);
  await run(`update activities set reply_to = '${middle}' where uuid = '${last}'`);
  await run(`insert into likes (activity, person, created_at)
      select uuid, '${author}', now() from activities`);
  await run(`insert into notifications (uuid, recipient, activity, reason, actor, created_at)
      select gen_random_uuid(), '${author}', uuid, 'like', '${author}', now() from activities`);
  await run(`delete from activities where uuid = '${top}'`);
  expect(await purgeExpired(db, new Date())).toBe(2);
  const tables = ['activities', 'likes', 'notifications', 'purge_queue'];
  expect(await Promise.all(tables.map(countOf))).toEqual([0, 0, 0, 0]);
  const burned = await run(`select from burned where uuid in ('${top}', '${middle}', '${last}')`);
  expect(burned).toHaveLength(3);
});

it("a deletion that exceeds the store's time limit is repeated in smaller batches", async () => {
  await run(`create function slow() returns trigger language plpgsql as
      $$ begin perform pg_sleep(${SLOW.msPerRow / 1000}); return old; end $$`);
  await run('create trigger slow before delete on activities for each row execute function slow()');
  await add(SLOW.rows);
  await purgeExpired(db, inTwoMinutes());
  expect(await countOf('activities')).toBe(0);
});

it('a deletion costs one line of the log for each crud, however often the crud was liked', async () => {
  const [uuid = ''] = await add(1);
  await run(`insert into log (stream, seq, tag, kind, ref, at)
      select 'user:${author}', 1000 + n, 'tag', 'activity.mine', '${uuid}', now() from generate_series(1, 3000) n`);
  // The trigger's plan is cached for the size of an earlier batch; statistics end it, as they do in a store in use.
  await run('analyze log');
  const linesRead = await db.transaction().execute(async (trx) => {
    const query = async (statement: string) =>
      (await trx.executeQuery<{ lines: number }>(CompiledQuery.raw(statement))).rows;
    // Counts of earlier transactions stay in it for up to a second.
    const countLinesRead = async () => {
      const [row] = await query(`select (seq_tup_read + idx_tup_fetch)::int as lines
        from pg_stat_xact_user_tables where relname = 'log'`);
      return row?.lines ?? 0;
    };
    const before = await countLinesRead();
    await query(`delete from activities where uuid = '${uuid}'`);
    return (await countLinesRead()) - before;
  });
  expect(linesRead).toBeGreaterThan(0);
  expect(linesRead).toBeLessThanOrEqual(2);
  const kinds = await run(`select distinct kind from log where ref = '${uuid}' order by kind`);
  expect(kinds).toEqual([{ kind: 'activity.mine' }, { kind: 'void' }]);
});

it('a crud that cannot be deleted leaves the others and their replies and likes to be deleted, and is reported', async () => {
  const [slow = '', broken = '', burned = '', reply = '', stuckReply = '', last = ''] = await add(6);
  await run(`update activities set reply_to = '${burned}', expires_at = null
      where uuid in ('${reply}', '${stuckReply}')`);
  await run(`insert into likes (activity, person, created_at) values ('${burned}', '${author}', now())`);
  await run(`delete from activities where uuid = '${burned}'`);
  await run(`create function refuse() returns trigger language plpgsql as $$ begin
      if old.uuid = '${broken}' then raise exception 'broken' using errcode = 'P0001'; end if;
      if old.uuid in ('${slow}', '${stuckReply}') then raise exception 'slow' using errcode = '57014'; end if;
      return old; end $$`);
  await run('create trigger refuse before delete on activities for each row execute function refuse()');
  const left = async () => (await run('select uuid from activities')).map(({ uuid }) => uuid).toSorted();
  await expect(purgeExpired(db, inTwoMinutes())).rejects.toMatchObject({ code: '57014' });
  expect(await left()).toEqual([slow, broken, stuckReply].toSorted());
  expect(last).not.toBe('');
  expect(await run('select activity, replies_gone from purge_queue')).toEqual([
    { activity: burned, replies_gone: false },
  ]);
  await run('drop trigger refuse on activities');
  expect(await purgeExpired(db, inTwoMinutes())).toBe(3);
  const tables = ['activities', 'likes', 'purge_queue'];
  expect(await Promise.all(tables.map(countOf))).toEqual([0, 0, 0]);
});

it('a burned crud counts in the age of expired texts for as long as a reply to it is stored', async () => {
  const [top = '', reply = ''] = await add(2);
  await run(`update activities set reply_to = '${top}' where uuid = '${reply}'`);
  const age = () => expiredTextAge(db, new Date());
  await run(`delete from activities where uuid = '${top}'`);
  await run(`update purge_queue set queued_at = queued_at - interval '90 s'`);
  expect(await age()).toBeGreaterThanOrEqual(90);
  await run(`delete from activities where uuid = '${reply}'`);
  expect(await age()).toBe(0);
});

it('the purge is done by one gateway; another takes over when it stops or does not renew its lease', async () => {
  const [one, other] = [createLease(db, 'test', MINUTE), createLease(db, 'test', MINUTE)];
  expect([await one.acquireOrRenew(), await other.acquireOrRenew()]).toEqual([true, false]);
  expect(await one.acquireOrRenew()).toBe(true);
  await other.release();
  expect(await other.acquireOrRenew()).toBe(false);
  await one.release();
  expect([await other.acquireOrRenew(), await one.acquireOrRenew()]).toEqual([true, false]);
  const short = createLease(db, 'short', 200);
  const successor = createLease(db, 'short', MINUTE);
  expect([await short.acquireOrRenew(), await successor.acquireOrRenew()]).toEqual([true, false]);
  await until(() => successor.acquireOrRenew(), { what: 'the lease of the holder that stopped renewing' });
  expect(await short.acquireOrRenew()).toBe(false);
});

it('[PURGE-3] burning a crud with thousands of replies and likes is one event, and its texts are deleted at once', async () => {
  await using app = await startTestApp();
  ({ db } = app.store);
  const [ann, bob, cy] = [await app.signUp(), await app.signUp(), await app.signUp()];
  const purge = () => purgeExpired(db, new Date());
  const figures = await burnBigCrud({ run, url: app.url, author: ann, readers: [bob, cy], purge }, BIG);
  expect(figures).toMatchObject({ status: 200, events: 1, failed: 0 });
  expect(figures.largestFrame).toBeLessThanOrEqual(FRAME_SENT_MAX_BYTES);
  expect(await countOf('purge_queue')).toBe(0);
});

it('the purge makes every transition of its table, and reports its next run and how much it deleted', async () => {
  const [clock, timers] = [createTestClock(systemClock), createManualTimers()];
  const machines = createStrictTallies(clock);
  await add(1001, clock);
  const lease = createLease(db, 'a test');
  const failures = createFailureLog(silentLogger);
  const stop = runEvery(createPurgeJob({ db, clock, lease, machines }), { timers, failures });
  const nextIn = () => Date.parse(machines.purge.report().next_at ?? '') - clock.now().getTime();
  expect(nextIn()).toBeGreaterThan(10_000);

  clock.advance(DAY);
  timers.advance(15_000);
  // Its next run is due while it is working.
  timers.advance(15_000);
  expect(machines.purge.report().states).toEqual({ waiting: 0, sweeping: 1 });
  const hasTaken = (move: string) => () => listTakenTransitions(machines, 'purge').includes(move);
  await until(hasTaken('sweeping: done'), { what: 'the run is finished' });
  expect(machines.purge.report()).toMatchObject({
    moves: { 'waiting: due': 1, 'sweeping: due': 1, 'sweeping: done': 1 },
    states: { waiting: 1, sweeping: 0 },
    last: { removed: 1001 },
  });
  expect(nextIn()).toBeGreaterThan(10_000);

  await store.close();
  timers.advance(15_000);
  await until(hasTaken('sweeping: failed'), { what: 'the run fails' });
  await stop();
  expect(listTakenTransitions(machines, 'purge')).toEqual(listTransitions(machines, 'purge'));
  expect(machines.unknownMoves).toEqual([]);
});
