import { expect, it } from 'vitest';
import { systemClock } from '../../../server/src/domain/clock.ts';
import { noFailureLog } from '../../../server/src/domain/failure-log.ts';
import type { Db } from '../../../server/src/repositories/tables.ts';
import { startBackgroundJobs } from '../../../server/src/wiring/background-jobs.ts';
import { collectStatements } from '../../proof/attack/query-cost.ts';
import { openTestStore } from '../../support/test-store.ts';
import { until } from '../../support/until.ts';
import { createStrictTallies } from '../../unit/server/machines/create-strict-tallies.ts';
import { createManualTimers } from '../../unit/server/streams/manual-timers.ts';

const HOUR = 3_600_000;
/** Each gateway reads into its memory, and claims single uploads and notifications. */
const JOBS_OF_EACH_GATEWAY = [
  'clock',
  'revocations',
  'session uses',
  'avatars',
  'pushes',
  'shown pushes',
  'forget session checks',
];
const JOBS_OF_THE_STORE = [
  'erasures',
  'pool sweep',
  'purge',
  'report mail',
  'report texts',
  'suspensions',
  'tallies',
  'trim',
  'forget revocations',
  'forget sessions',
];
const ALL_JOBS = [...JOBS_OF_EACH_GATEWAY, ...JOBS_OF_THE_STORE].sort();

it('[TOPOLOGY-17] jobs of the whole store run at the gateway with the lease and at no other, and at none whose clock is wrong', async () => {
  await using opened = await openTestStore();
  const { db } = opened.store;
  const leader = await startGateway(db);
  expect(leader.calls).toEqual([
    'avatars',
    'clock',
    'erasures',
    'noted sessions',
    'pool sweep',
    'pushes',
    'report mail',
    'revocations',
    'session checks',
    'session uses',
    'shown pushes',
    'suspensions',
  ]);
  expect(leader.statements.filter((statement) => statement.startsWith('delete from'))).not.toEqual([]);

  const other = await startGateway(db);
  expect(other.calls).toEqual([
    'avatars',
    'clock',
    'noted sessions',
    'pushes',
    'revocations',
    'session checks',
    'session uses',
    'shown pushes',
  ]);
  expect(other.statements.filter((statement) => !statement.startsWith('insert into leases'))).toEqual([]);
  await other.stop();
  await leader.stop();

  const wrong = await startGateway(db, { isClockWrong: true });
  expect(wrong.calls).toEqual(other.calls);
  expect(wrong.statements.filter((statement) => !statement.startsWith('delete from leases'))).toEqual([]);
  await wrong.stop();

  const successor = await startGateway(db);
  expect(successor.calls).toContain('erasures');
  await successor.stop();
});

/** Runs each background job of a gateway once, and lists its statements and the calls of its ports. */
async function startGateway(db: Db, { isClockWrong = false } = {}) {
  const timers = createManualTimers();
  const calls = new Set<string>();
  const finished = new Set<string>();
  const note = (call: string) => () => {
    calls.add(call);
    return Promise.resolve();
  };
  let stop = () => Promise.resolve();
  const statements = await collectStatements(db, async (watched) => {
    stop = startBackgroundJobs({
      db: watched,
      clock: systemClock,
      storeClock: { check: note('clock'), isWrong: () => isClockWrong },
      timers,
      failures: { ...noFailureLog, recordSuccess: (job) => void finished.add(job) },
      machines: createStrictTallies(systemClock),
      revocations: { refresh: note('revocations') },
      checks: { removeExpired: () => void calls.add('session checks') },
      uses: { flush: note('session uses'), removeExpired: () => void calls.add('noted sessions') },
      processUploads: { processDue: note('avatars') },
      finishErasures: note('erasures'),
      liftSuspensions: note('suspensions'),
      announceReports: note('report mail'),
      sendPushes: note('pushes'),
      dropShownPushes: note('shown pushes'),
      sweepPool: note('pool sweep'),
      revocationRetentionMs: HOUR,
      signInLifeMs: HOUR,
      embedded: false,
    });
    timers.advance(HOUR);
    await until(() => finished.size === ALL_JOBS.length, { what: () => `jobs run: ${[...finished].join()}` });
  });
  expect([...finished].sort()).toEqual(ALL_JOBS);
  return { calls: [...calls].sort(), statements: statements.map(({ sql }) => sql.trim()), stop };
}
