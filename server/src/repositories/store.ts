import type { Clock } from '../domain/clock.ts';
import { noFailureLog, type FailureLog } from '../domain/failure-log.ts';
import { noMetrics, type Metrics } from '../domain/metrics.ts';
import type { Store } from '../domain/ports.ts';
import { createBatchWriter, type BatchWriterOptions, type SubmitWrite } from './batch-writer.ts';
import { createCommits, type Commits, type WriteClock } from './commit.ts';
import { findEarlierRef } from './operations.ts';
import { markResultOf } from './planned-events.ts';
import { purgeReplies } from './purge.ts';
import { refuseWhenUnavailable } from './store-failures.ts';
import type { Db } from './tables.ts';

export interface StoreOptions {
  /** Separate connections for writes. */
  writeDb?: Db;
  /** Of a store that a statement can reach late: the time of its clock. */
  storeClock?: WriteClock | undefined;
  metrics?: Metrics;
  failures?: FailureLog;
}

/**
 * How long after it was submitted a write may be committed, in milliseconds: less than callers wait before they repeat it, because the repeat
 * may get another answer. Longer than the writes of a crowd wait for each other.
 */
const COMMIT_WITHIN_MS = 4000;

/** Writes rows, operation and log entries in one transaction, which the delivery guarantee requires. */
export function createStore(
  db: Db,
  clock: Clock,
  { writeDb = db, storeClock, metrics = noMetrics, failures = noFailureLog }: StoreOptions = {},
): Store {
  const finishBurns = coalesceRuns(async () => {
    // The purge deletes what is left after a failure.
    try {
      await purgeReplies(writeDb);
      failures.recordSuccess('burns');
    } catch (error) {
      failures.recordFailure('burns', error);
    }
  });
  return createWriteStore({
    commits: createCommits(writeDb, clock, { metrics, storeClock }),
    ...(storeClock && { validUntil: () => new Date(storeClock.now().getTime() + COMMIT_WITHIN_MS) }),
    finishBurns,
    findEarlierRef: (actor, operation) => findEarlierRef(db, { actor, operation }),
  });
}

export interface WriteStoreParts extends Pick<Store, 'findEarlierRef' | 'finishBurns'> {
  commits: Commits;
  /** When a write that is submitted now may be committed at the latest. */
  validUntil?: () => Date;
  batching?: BatchWriterOptions;
}

/** Writes by shared and dedicated commits, whatever carries them out. */
export function createWriteStore({
  commits,
  validUntil,
  batching,
  finishBurns,
  ...parts
}: WriteStoreParts): Store {
  const enqueueWrite = createBatchWriter(commits, batching);
  const submitWrite: SubmitWrite = (request) => enqueueWrite({ ...request, validUntil: validUntil?.() });
  return {
    finishBurns,

    runOperation: (actor, operation, write) =>
      refuseWhenUnavailable(() => {
        const request = { operation: { actor, operation } };
        return submitWrite(
          typeof write === 'function' ? { ...request, work: write } : { ...request, plan: write },
        );
      }),

    runMark: (plan) =>
      refuseWhenUnavailable(async () => {
        const { facts, envelopes } = await submitWrite({ operation: null, plan });
        if (!facts) throw new Error('A mark was committed without its result.');
        return { result: markResultOf(plan, facts), envelopes };
      }),

    runRead: (plan) =>
      refuseWhenUnavailable(async () => {
        const { facts, envelopes } = await submitWrite({ operation: null, plan });
        return { result: facts?.moved ?? false, envelopes };
      }),

    runChange: (actor, work, { queue } = {}) =>
      refuseWhenUnavailable(async () => {
        let last: Awaited<ReturnType<typeof work>> | undefined;
        const { envelopes } = await submitWrite({
          ...{ operation: null, actor, queue },
          work: async (unit) => {
            last = await work(unit);
            return { ref: '', entries: last.entries };
          },
        });
        if (!last) throw new Error('A change was committed without running its work.');
        return { result: last.result, envelopes };
      }),

    findEarlierRef: (actor, operation) => refuseWhenUnavailable(() => parts.findEarlierRef(actor, operation)),
  };
}

/**
 * A call during a run starts one more run, because that call may know of later work.
 * @param work never rejects
 */
function coalesceRuns(work: () => Promise<void>): () => Promise<void> {
  let again = false;
  let running: Promise<void> | undefined;

  async function run(): Promise<void> {
    while (again) {
      again = false;
      await work();
    }
    running = undefined;
  }

  return () => {
    again = true;
    return (running ??= run());
  };
}
