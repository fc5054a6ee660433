import { expect, test } from 'vitest';
import { systemClock } from '../../../../server/src/domain/clock.ts';
import { createFailureLog } from '../../../../server/src/domain/failure-log.ts';
import { createStore } from '../../../../server/src/repositories/store.ts';
import { openViews } from '../../../../server/src/store/opened-store.ts';
import { runEvery } from '../../../../server/src/wiring/run-every.ts';
import { until } from '../../../support/until.ts';
import { createManualTimers } from '../streams/manual-timers.ts';

const failure = (code: string) => Object.assign(new Error(`failed at ${performance.now()}`), { code });

function openLog() {
  const logged: string[] = [];
  const log = (level: string) => (facts: Readonly<Record<string, unknown>>, text: string) =>
    void logged.push([level, facts.chore, facts.kind ?? 'none', text].join(': '));
  const logger = { debug: log('debug'), info: log('info'), warn: log('warn'), error: log('error') };
  return { logged, failures: createFailureLog(logger), timers: createManualTimers() };
}

test('each kind of failure is logged once until the work succeeds, and every failure is counted', () => {
  const { logged, failures } = openLog();
  for (const code of ['57014', '57014', '53100', '57014']) failures.recordFailure('purge', failure(code));
  failures.recordFailure('trim', failure('57014'));
  for (let turn = 0; turn < 2; turn += 1) failures.recordSuccess('purge');
  failures.recordFailure('purge', failure('57014'));
  expect(logged).toEqual([
    'error: purge: 57014: a chore failed',
    'error: purge: 53100: a chore failed',
    'error: trim: 57014: a chore failed',
    'warn: purge: none: a chore works again',
    'error: purge: 57014: a chore failed',
  ]);
  expect([...failures.counts()]).toEqual([
    ['purge', 5],
    ['trim', 1],
  ]);
});

test('a job that fails each time is counted each time, logged once, and continues', async () => {
  const { logged, failures, timers } = openLog();
  let turns = 0;
  const work = () => {
    turns += 1;
    return turns <= 3 ? Promise.reject(failure('57014')) : Promise.resolve();
  };
  const stop = runEvery({ name: 'purge', everyMs: 1000, run: work }, { timers, failures });
  for (let turn = 1; turn <= 4; turn += 1) {
    timers.advance(1000);
    await until(() => turns === turn, { what: `run ${turn} has started` });
  }
  await until(() => logged.length === 2, { what: 'the job works again' });
  await stop();
  expect(failures.counts().get('purge')).toBe(3);
});

test('a stop waits for the current run of a job, whose failure is then not reported', async () => {
  const { logged, failures, timers } = openLog();
  let fail: (error: Error) => void = () => undefined;
  const run = () => new Promise((_, reject) => (fail = reject));
  const stop = runEvery({ name: 'avatars', everyMs: 1000, run }, { timers, failures });
  timers.advance(1000);
  let isStopped = false;
  const stopped = stop().then(() => (isStopped = true));
  await Promise.resolve();
  expect(isStopped).toBe(false);
  fail(new Error('the store is closed'));
  await stopped;
  expect(logged).toEqual([]);
  expect(failures.counts().size).toBe(0);
});

test('replies of a burned crud that cannot be deleted are counted as a failure and logged once', async () => {
  const { logged, failures } = openLog();
  const pool = { connect: () => Promise.reject(failure('ECONNREFUSED')), end: () => Promise.resolve() };
  const { db } = openViews(pool, { size: 1, reserved: 0, waitingMax: 1, waitMs: 1000 });
  const store = createStore(db, systemClock, { failures });
  for (let burn = 0; burn < 3; burn += 1) await store.finishBurns();
  expect(failures.counts().get('burns')).toBe(3);
  expect(logged).toHaveLength(1);
});
