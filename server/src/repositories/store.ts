import type { Clock } from '../domain/clock.ts';
import { noFailureLog, type FailureLog } from '../domain/failure-log.ts';
import { noMetrics, type Metrics } from '../domain/metrics.ts';
import type { Store } from '../domain/ports.ts';
import { createCommits } from './commit.ts';
import { findEarlierRef } from './operations.ts';
import { purgeReplies } from './purge.ts';
import type { Db } from './tables.ts';
import { createWriteStore } from './write-store.ts';

export interface StoreOptions {
  /** Separate connections for writes. */
  writeDb?: Db;
  metrics?: Metrics;
  failures?: FailureLog;
}

/** Writes rows, operation and log entries in one transaction, which the delivery guarantee requires. */
export function createStore(
  db: Db,
  clock: Clock,
  { writeDb = db, metrics = noMetrics, failures = noFailureLog }: StoreOptions = {},
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
    commits: createCommits(writeDb, clock, metrics),
    finishBurns,
    findEarlierRef: (actor, operation) => findEarlierRef(db, { actor, operation }),
  });
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
