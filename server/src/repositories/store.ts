import type { Clock } from '../domain/clock.ts';
import { noFailureLog, type FailureLog } from '../domain/failure-log.ts';
import { noMetrics, type Metrics } from '../domain/metrics.ts';
import type { Store } from '../domain/ports.ts';
import { createBatchWriter } from './batch-writer.ts';
import { createCommits } from './commit.ts';
import { refuseWhenUnavailable } from './store-failures.ts';
import { findEarlierResults, earlierRef } from './operations.ts';
import { purgeReplies } from './purge.ts';
import type { Db } from './tables.ts';

export interface StoreOptions {
  /** The connections of the writes, when they are not those of everything. */
  writeDb?: Db;
  metrics?: Metrics;
  failures?: FailureLog;
}

/**
 * Writes under the rules of the delivery promise: rows, then the operation and the log, in one transaction.
 */
export function createStore(
  db: Db,
  clock: Clock,
  { writeDb = db, metrics = noMetrics, failures = noFailureLog }: StoreOptions = {},
): Store {
  const submitWrite = createBatchWriter(createCommits(writeDb, clock, metrics));
  const finishBurns = coalesceRuns(async () => {
    // What fails here is deleted by the purge.
    try {
      await purgeReplies(writeDb);
      failures.recordSuccess('burns');
    } catch (error) {
      failures.recordFailure('burns', error);
    }
  });
  return {
    finishBurns,

    runOperation: (actor, operation, work) =>
      refuseWhenUnavailable(() => submitWrite({ actor, operation, work })),

    runChange: (work, sharing = {}) =>
      refuseWhenUnavailable(async () => {
        let last: Awaited<ReturnType<typeof work>> | undefined;
        const { envelopes } = await submitWrite({
          operation: null,
          options: sharing,
          work: async (unit) => {
            last = await work(unit);
            return { ref: '', entries: last.entries };
          },
        });
        if (!last) throw new Error('a change was left undone');
        return { result: last.result, envelopes };
      }),

    findEarlierRef: (actor, operation) =>
      refuseWhenUnavailable(async () => {
        const asked = { actor, operation };
        return earlierRef(await findEarlierResults(db, [asked]), asked);
      }),
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
