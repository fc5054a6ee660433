import type { Clock } from '../domain/clock.ts';
import { Refusal } from '../domain/errors.ts';
import { type Metrics, noMetrics } from '../domain/metrics.ts';
import type { WriteResult, WriteUnit, WriteWork } from '../domain/ports.ts';
import type { WritePlan } from '../domain/write-plans.ts';
import { createBlockWrites } from './blocks.ts';
import { createErasureWrites } from './erasure-writes.ts';
import { createExportWrites } from './exports.ts';
import { appendEntries } from './log.ts';
import { createMessageWrites } from './message-writes.ts';
import { createModerationWrites } from './moderation.ts';
import { createMuteWrites } from './mutes.ts';
import { createNotificationWrites } from './notifications.ts';
import { claimOperation, rememberOperation, type ActorOperation } from './operations.ts';
import { createPeopleWrites } from './people.ts';
import { buildPlannedEnvelopes, type WrittenPlan } from './planned-events.ts';
import { createPrivacyWrites } from './privacy.ts';
import { createPushWrites } from './push.ts';
import { commitPlans, type WriteFacts } from './planned-writes.ts';
import { isLateCommit } from './store-failures.ts';
import type { Db } from './tables.ts';
import { createActivityWrites } from './activities.ts';

/** When a write may be committed at the latest, by the store's clock. Absent where no statement can be held back. */
interface Validity {
  validUntil?: Date | undefined;
}

/** A write with a plan, which can share a commit. */
export interface PlanRequest extends Validity {
  plan: WritePlan;
  /** Null for an idempotent change. */
  operation: ActorOperation | null;
}

/** A write with statements of its own, in a transaction of its own. */
export interface WorkRequest extends Validity {
  work: WriteWork;
  operation: ActorOperation | null;
  /** Of a change without an operation: the person whose suspension refuses it. */
  actor?: string | null;
  /** Changes of one queue run one after the other. */
  queue?: string | undefined;
}

export type WriteRequest = PlanRequest | WorkRequest;

/** A result of a plan also has the facts of its answer; a repeat of an operation has none. */
export type PlanResult = WriteResult & { facts?: WriteFacts };

/** The result of one plan of a commit. */
export type CommitResult =
  | { is: 'written'; written: PlanResult }
  | { is: 'refused'; refusal: Refusal }
  /** Nothing is written: the write would have to wait for a lock. */
  | { is: 'retryAlone' };

/** The ways to commit writes. A failure leaves nothing written. */
export interface Commits {
  /** One commit, which waits for no row. No two plans may be of one operation, or of one person's same mark. */
  commitShared(requests: readonly PlanRequest[]): Promise<CommitResult[]>;
  /** The same for plans of one queue, which wait for their row together. */
  commitQueued(requests: readonly PlanRequest[]): Promise<CommitResult[]>;
  /** One commit for one write. @throws its refusal, and whatever its work throws */
  commitAlone(request: WriteRequest): Promise<PlanResult>;
}

export interface CommitOptions {
  metrics?: Metrics;
  storeClock?: WriteClock | undefined;
}

/** The store's time, with which `validUntil` is compared. */
export interface WriteClock extends Clock {
  /** Reads the store's time soon: a write was late, or the store's clock was set. */
  distrust(): void;
}

export function createCommits(
  db: Db,
  clock: Clock,
  { metrics = noMetrics, storeClock }: CommitOptions = {},
): Commits {
  async function commitTogether(requests: readonly PlanRequest[], waits: boolean): Promise<CommitResult[]> {
    const now = clock.now();
    const outcomes = await commitPlans(db, requests, { waits, now, validUntil: earliestEnd(requests) }).catch(
      (error: unknown) => {
        if (isLateCommit(error)) storeClock?.distrust();
        throw error;
      },
    );
    const written = requests.flatMap(({ plan }, index): WrittenPlan[] => {
      const outcome = outcomes[index];
      return outcome?.is === 'written' ? [{ plan, facts: outcome.facts, lines: outcome.lines }] : [];
    });
    // The writes are committed, so a failure must not refuse them: gateways then read the events from the log.
    const envelopes = await buildPlannedEnvelopes(db, written, now).catch(() => []);
    return outcomes.map((outcome): CommitResult => {
      switch (outcome.is) {
        case 'written':
          return { is: 'written', written: { ...outcome, envelopes: envelopes.shift() ?? [] } };
        case 'earlier':
          return { is: 'written', written: { ref: outcome.ref, envelopes: [] } };
        case 'refused':
          return { is: 'refused', refusal: new Refusal(outcome.code) };
        case 'retryAlone':
          return outcome;
      }
    });
  }

  async function commitMeasured(requests: readonly PlanRequest[], waits: boolean): Promise<CommitResult[]> {
    const results = await commitTogether(requests, waits);
    metrics.observeValue('cruddur_commit_operations', {}, requests.length);
    return results;
  }

  async function commitPlanAlone(request: PlanRequest): Promise<PlanResult> {
    const [result] = await commitTogether([request], true);
    if (result?.is === 'refused') throw result.refusal;
    if (result?.is !== 'written') throw new Error('A commit that waits left a write without a result.');
    return result.written;
  }

  return {
    commitShared: (requests) => commitMeasured(requests, false),
    commitQueued: (requests) => commitMeasured(requests, true),
    commitAlone: (request) => {
      metrics.countEvent('cruddur_commits_alone_total', {});
      return 'plan' in request ? commitPlanAlone(request) : commitWork(db, request, { clock, storeClock });
    },
  };
}

function commitWork(
  db: Db,
  { work, operation, actor = null, validUntil }: WorkRequest,
  { clock, storeClock }: { clock: Clock; storeClock: WriteClock | undefined },
): Promise<WriteResult> {
  return db.transaction().execute(async (trx) => {
    // Once here: the store ends a transaction that stands still.
    if (validUntil && storeClock && storeClock.now() > validUntil) throw new Refusal('generic_503', 1);
    const earlierRef = operation ? await claimOperation(trx, operation) : null;
    if (earlierRef !== null) return { ref: earlierRef, envelopes: [] };
    const { ref, entries } = await work(createWriteUnit(trx));
    const now = clock.now();
    if (operation) await rememberOperation(trx, operation, { ref, at: now });
    return { ref, envelopes: await appendEntries(trx, entries, { now, actor }) };
  });
}

function earliestEnd(requests: readonly PlanRequest[]): Date | undefined {
  const ends = requests.flatMap(({ validUntil }) => validUntil?.getTime() ?? []);
  return ends.length === 0 ? undefined : new Date(Math.min(...ends));
}

function createWriteUnit(trx: Db): WriteUnit {
  return {
    activities: createActivityWrites(trx),
    people: createPeopleWrites(trx),
    messages: createMessageWrites(trx),
    notifications: createNotificationWrites(trx),
    erasure: createErasureWrites(trx),
    moderation: createModerationWrites(trx),
    mutes: createMuteWrites(trx),
    blocks: createBlockWrites(trx),
    privacy: createPrivacyWrites(trx),
    exports: createExportWrites(trx),
    push: createPushWrites(trx),
  };
}
