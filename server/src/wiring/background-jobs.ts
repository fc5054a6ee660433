import { REPORT_TEXT_DAYS } from '@cruddur/shared';
import type { UploadProcessor } from '../domain/avatars/upload-processor.ts';
import type { Clock } from '../domain/clock.ts';
import type { Revocations } from '../domain/sessions/revocations.ts';
import type { SessionChecks } from '../domain/sessions/session-checks.ts';
import type { SessionUses } from '../domain/sessions/session-uses.ts';
import type { FailureLog } from '../domain/failure-log.ts';
import { createLease, type Lease } from '../repositories/lease.ts';
import { foldTallies } from '../repositories/tallies.ts';
import { deleteOldSessions } from '../repositories/sessions.ts';
import { deleteOldRevocations, trimLog } from '../repositories/trim-log.ts';
import { deleteEndedSubscriptions } from '../repositories/push.ts';
import { eraseReportTexts } from '../repositories/moderation.ts';
import { forgetPlans, vacuum } from '../repositories/vacuum.ts';
import type { Timers } from '../domain/timers.ts';
import { runEvery, type BackgroundJob } from './run-every.ts';
import { createPurgeJob, type PurgeParts } from './purge-job.ts';
import type { StoreClock } from './store-clock.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const DAY = 24 * 60 * MINUTE;
/** The longest time for current runs to end and for the release of the lease. */
const STOP_MS = 500;

export interface BackgroundJobParts extends Omit<PurgeParts, 'lease'> {
  failures: FailureLog;
  timers: Timers;
  storeClock: Pick<StoreClock, 'check' | 'isWrong'>;
  revocations: Pick<Revocations, 'refresh'>;
  checks: Pick<SessionChecks, 'removeExpired'>;
  uses: Pick<SessionUses, 'flush' | 'removeExpired'>;
  processUploads: Pick<UploadProcessor, 'processDue'>;
  finishErasures: () => Promise<void>;
  /** Lifts the suspensions whose end has come. */
  liftSuspensions: () => Promise<void>;
  /** Mails new reports to the operators. */
  announceReports: () => Promise<void>;
  /** Starts to send the notifications by push that are due. */
  sendPushes: () => Promise<void>;
  /** Drops those that a visible tab at this gateway shows. */
  dropShownPushes: () => Promise<void>;
  /** Deletes what has expired in the local pool. */
  sweepPool: () => Promise<void>;
  /** How long a revocation is kept. */
  revocationRetentionMs: number;
  /** The longest time from a sign-in to the expiry of its last token. */
  signInLifeMs: number;
  /** PostgreSQL vacuums by itself, an embedded store does not. */
  embedded: boolean;
}

/**
 * Starts the periodic jobs of this gateway. Jobs that concern the whole store run at the gateway that holds the lease.
 * @returns stops all jobs, waits for those that run, and releases the lease
 */
export function startBackgroundJobs(parts: BackgroundJobParts): () => Promise<void> {
  const { db, clock, revocations, checks, uses, processUploads, finishErasures, sweepPool, embedded } = parts;
  const lease = leaseWithRightClock(createLease(db, 'chores'), parts.storeClock);
  const shouldContinue = () => lease.acquireOrRenew();
  const whenLeaseHeld = (work: () => Promise<unknown>) => async () => {
    if (await lease.acquireOrRenew()) await work();
  };
  const jobs: BackgroundJob[] = [
    { name: 'revocations', everyMs: SECOND, run: () => revocations.refresh() },
    { name: 'clock', everyMs: SECOND, run: () => parts.storeClock.check() },
    { name: 'session uses', everyMs: SECOND, run: () => uses.flush() },
    { name: 'shown pushes', everyMs: SECOND, run: () => parts.dropShownPushes() },
    { name: 'pushes', everyMs: 2 * SECOND, run: () => parts.sendPushes() },
    { name: 'avatars', everyMs: SECOND, run: () => processUploads.processDue() },
    { name: 'suspensions', everyMs: 5 * SECOND, run: whenLeaseHeld(() => parts.liftSuspensions()) },
    { name: 'report mail', everyMs: 5 * SECOND, run: whenLeaseHeld(() => parts.announceReports()) },
    { name: 'erasures', everyMs: MINUTE, run: whenLeaseHeld(finishErasures) },
    { name: 'pool sweep', everyMs: MINUTE, run: whenLeaseHeld(sweepPool) },
    createPurgeJob({ ...parts, lease }),
    {
      name: 'report texts',
      everyMs: MINUTE,
      run: whenLeaseHeld(() => eraseReportTexts(db, before(clock, REPORT_TEXT_DAYS * DAY))),
    },
    { name: 'tallies', everyMs: MINUTE, run: whenLeaseHeld(() => foldTallies(db)) },
    {
      name: 'trim',
      everyMs: 60 * MINUTE,
      run: whenLeaseHeld(() => trimLog(db, clock.now(), { shouldContinue })),
    },
    {
      name: 'forget revocations',
      everyMs: 60 * MINUTE,
      run: whenLeaseHeld(async () => {
        await deleteEndedSubscriptions(db);
        await deleteOldRevocations(db, clock.now(), parts.revocationRetentionMs);
      }),
    },
    {
      name: 'forget sessions',
      everyMs: 60 * MINUTE,
      run: whenLeaseHeld(() =>
        deleteOldSessions(db, {
          signedInBefore: before(clock, parts.signInLifeMs),
          revokedAfter: before(clock, DAY),
          exportedBefore: before(clock, DAY),
        }),
      ),
    },
  ];
  jobs.push({
    name: 'forget session checks',
    everyMs: 10 * MINUTE,
    run: () => {
      checks.removeExpired();
      uses.removeExpired();
      return Promise.resolve();
    },
  });
  if (embedded) {
    jobs.push({ name: 'vacuum', everyMs: 10 * MINUTE, run: () => vacuum(db) });
    jobs.push({ name: 'forget plans', everyMs: 10 * SECOND, run: () => forgetPlans(db) });
  }
  const stops = jobs.map((job) => runEvery(job, parts));
  return async () => {
    const released = Promise.all(stops.map((stop) => stop()))
      .then(() => lease.release())
      .catch(() => undefined);
    // An unavailable store must not delay the stop: the lease then expires.
    await Promise.race([released, new Promise<void>((resolve) => parts.timers.after(STOP_MS, resolve))]);
  };
}

/** While the clock of this machine is wrong it gives up the lease: another gateway does the work of all. */
function leaseWithRightClock(lease: Lease, storeClock: Pick<StoreClock, 'isWrong'>): Lease {
  return {
    ...lease,
    async acquireOrRenew() {
      if (!storeClock.isWrong()) return lease.acquireOrRenew();
      await lease.release();
      return false;
    },
  };
}

const before = (clock: Clock, ms: number) => new Date(clock.now().getTime() - ms);
