import { createHash, randomUUID } from 'node:crypto';
import { parseCursor } from '@cruddur/shared';
import { beforeEach, expect, it } from 'vitest';
import { createTestClock, type Clock } from '../../../server/src/domain/clock.ts';
import { createRevocations } from '../../../server/src/domain/sessions/revocations.ts';
import type { Store } from '../../../server/src/domain/ports.ts';
import type { Viewer } from '../../../server/src/domain/viewer.ts';
import { createCommits } from '../../../server/src/repositories/commit.ts';
import { createStoreReads } from '../../../server/src/repositories/reads.ts';
import { createRevocationLog } from '../../../server/src/repositories/revocations.ts';
import { createStore } from '../../../server/src/repositories/store.ts';
import type { OpenedStore } from '../../../server/src/store/opened-store.ts';
import { deleteOldRevocations, trimLog } from '../../../server/src/repositories/trim-log.ts';
import { createWriteRequests, type OperationRequest } from '../../support/write-requests.ts';
import { measureQueryCost } from '../../proof/attack/query-cost.ts';
import { queryStore } from '../../support/query-store.ts';
import { addPeople } from '../../support/add-people.ts';
import { openTestStore } from '../../support/test-store.ts';
import { sha256 } from '../../../server/src/wiring/crypto.ts';

const DAY_MS = 86_400_000;
const KEPT_DAYS = 31;

const plainOf = (text: string) => createHash('sha256').update(text).digest('hex');

const now = new Date();
const daysAgo = (days: number): Clock => ({ now: () => new Date(now.getTime() - days * DAY_MS) });
let db: OpenedStore['db'];
let store: Store;
let ann: Viewer;

beforeEach(async () => {
  const opened = await openTestStore();
  ({ db } = opened.store);
  store = createStore(db, daysAgo(0));
  [ann] = (await addPeople(store, 1)) as [Viewer];
  return () => opened[Symbol.asyncDispose]();
});

const sqlRun = (statement: string) => queryStore<{ rows: number }>(db, statement);

/** Posts under a clock that is the given number of days behind. @returns the operation and the cursor of its event */
const postDaysAgo = async (days: number) => {
  const clock = daysAgo(days);
  const posted = createWriteRequests(db, clock).post(ann, `${days} days ago`);
  const { envelopes } = await createCommits(db, clock).commitAlone(posted);
  const event = envelopes[0]?.event;
  return { posted, cursor: parseCursor(`${event?.seq ?? ''}.${event?.tag ?? ''}`) ?? { seq: -1, tag: '' } };
};

it('the log is kept for 7 days and operations for 8, and the tail marks where the log begins', async () => {
  const posts = [await postDaysAgo(9), await postDaysAgo(7.5), await postDaysAgo(6.5), await postDaysAgo(0)];
  await trimLog(db, now);
  const { log } = createStoreReads(db, daysAgo(0));
  const readFrom = async (n: number) => log.readPage('public', posts[n]?.cursor ?? { seq: -1, tag: '' }, 10);
  expect([await readFrom(0), await readFrom(1)]).toMatchObject([{ reset: true }, { reset: true }]);
  expect(await readFrom(2)).toMatchObject({ events: [{ seq: 4 }], more: false });
  expect(await sqlRun(`select tail as rows from streams where id = 'public'`)).toEqual([{ rows: 2 }]);
  const made = async ({ operation: { actor, operation } }: OperationRequest) =>
    (await store.findEarlierRef(actor, operation)) !== null;
  expect(await Promise.all(posts.map(({ posted }) => made(posted)))).toEqual([false, true, true, true]);
});

const insertOldLines = async (stream: string, count: number) => {
  await sqlRun(`insert into log (stream, seq, tag, kind, ref, at)
      select id, head + n, 'old', 'void', null, now() - interval '20 days'
      from streams, generate_series(1, ${count}) n where id = '${stream}'`);
  await sqlRun(`update streams set head = head + ${count}, head_tag = 'old' where id = '${stream}'`);
};
const stopAtOnce = { shouldContinue: () => Promise.resolve(false) };

it('no statement of a trim reads more lines of the log than a batch has, however many are old', async () => {
  await insertOldLines(`user:${ann.sub}`, 20_000);
  await insertOldLines('revocations', 20_000);
  await sqlRun('analyze log');
  const trim = await measureQueryCost(db, (watched) => trimLog(watched, now, stopAtOnce));
  expect(trim.largestScan, trim.statements.join('\n')).toBeLessThan(1000);
  const keptMs = KEPT_DAYS * DAY_MS;
  const forget = await measureQueryCost(db, (watched) => deleteOldRevocations(watched, now, keptMs));
  expect(forget.largestScan, forget.statements.join('\n')).toBeLessThan(1000);
  await deleteOldRevocations(db, now, 10 * DAY_MS);
  await trimLog(db, now);
  expect(await sqlRun(`select from log where tag = 'old'`)).toEqual([]);
});

it('a table that cannot be trimmed is reported, and the others are trimmed', async () => {
  await sqlRun(`insert into burned (uuid, expired_at)
    values (gen_random_uuid(), now() - interval '2 years')`);
  await sqlRun(`insert into operations (actor, operation_id, fingerprint, ref, at)
      values ('${ann.sub}', 'old', '', '', now() - interval '9 days')`);
  await insertOldLines(`user:${ann.sub}`, 10);
  for (const table of ['log', 'operations'])
    await sqlRun(`create function refuse_${table}() returns trigger language plpgsql as
        $$ begin raise exception 'refuse_${table}'; end $$;
        create trigger refuse_${table} before delete on ${table} for each row execute function refuse_${table}()`);
  await expect(trimLog(db, now)).rejects.toThrow('refuse_log');
  expect(await sqlRun(`select from burned`)).toEqual([]);
  for (const table of ['log', 'operations']) await sqlRun(`drop trigger refuse_${table} on ${table}`);
  await trimLog(db, now);
  expect(await sqlRun(`select operation_id from operations where operation_id = 'old'`)).toEqual([]);
});

const session = (originJti: string) => ({ sub: ann.sub, originJti, authTime: 0, expiresAt: 0 });
const endDaysAgo = (days: number, originJti: string) =>
  createRevocationLog(db, daysAgo(days)).add({ sub: ann.sub, originJti, allBefore: null });
const gateway = (clock = daysAgo(0)) =>
  createRevocations({
    log: createRevocationLog(db, clock),
    clock,
    monotonicMs: () => 0,
    retentionMs: KEPT_DAYS * DAY_MS,
    sha256,
  });

it('a revocation is kept as long as a revoked token can live, and no longer', async () => {
  for (const days of [32, 30, 0]) await endDaysAgo(days, `${days} days ago`);
  const time = createTestClock(daysAgo(2));
  const running = gateway(time);
  await running.refresh();
  const long = session('32 days ago');
  const before = running.isRevoked(long);
  time.advance(2 * DAY_MS);
  await deleteOldRevocations(db, now, KEPT_DAYS * DAY_MS);
  await endDaysAgo(0, 'after the deletion');
  const started = gateway();
  for (const one of [running, started]) await one.refresh();
  const ended = ['32 days ago', '30 days ago', '0 days ago', 'after the deletion'].map(session);
  expect([before, running.isRevoked(long)]).toEqual([true, false]);
  expect(ended.map((one) => running.isRevoked(one))).toEqual([false, true, true, true]);
  expect(ended.map((one) => started.isRevoked(one))).toEqual([false, true, true, true]);
  expect(await db.selectFrom('revocations').select('uuid').execute()).toHaveLength(3);
});

it('a store with another history is detected: its revocations and those known before are in force', async () => {
  await endDaysAgo(0, 'known before');
  const running = gateway();
  await running.refresh();
  const notified: boolean[] = [];
  running.onRevoked((isOver) => notified.push(isOver(session('of another history'))));
  // An older copy of the store with a different continuation.
  await db.deleteFrom('log').where('stream', '=', 'revocations').execute();
  await db.deleteFrom('revocations').execute();
  const origin = { head: 0, head_tag: '0', tail: 0 };
  await db.updateTable('streams').set(origin).where('id', '=', 'revocations').execute();
  await endDaysAgo(0, 'of another history');
  for (let n = 0; n < 3; n += 1) await endDaysAgo(0, randomUUID());
  await running.refresh();
  await running.refresh();
  expect(notified).toEqual([true]);
  expect(
    ['of another history', 'known before', 'never'].map(session).map((one) => running.isRevoked(one)),
  ).toEqual([true, true, false]);
});

/** Operations with a fingerprint of a text. */
const operate = (id: string, text: string) =>
  store.runOperation(ann.sub, { id, fingerprint: plainOf(text) }, () =>
    Promise.resolve({ ref: `${id} made`, entries: [] }),
  );
const keptOf = async (id: string) => {
  const row = db.selectFrom('operations').select('fingerprint').where('operation_id', '=', id);
  return (await row.executeTakeFirstOrThrow()).fingerprint;
};

it('a stored fingerprint is a hash under the store’s key, so a guessed text cannot be confirmed', async () => {
  await operate('keyed-from-the-start', 'a secret');
  const kept = await keptOf('keyed-from-the-start');
  expect(kept).toMatch(/^k1:[0-9a-f]{64}$/);
  expect(kept).not.toContain(plainOf('a secret'));
  expect(kept).not.toContain(plainOf(`fingerprint${plainOf('a secret')}`));
});
