import type { Clock } from '../domain/clock.ts';
import { noMetrics, type Metrics } from '../domain/metrics.ts';
import type { MachineCounter } from '../domain/machines/machine-counter.ts';
import type { Lease } from '../repositories/lease.ts';
import { purgeExpired } from '../repositories/purge.ts';
import type { Db } from '../repositories/tables.ts';
import type { BackgroundJob } from './run-every.ts';

/** A run without work costs two short queries, and the rest of a burned crud must be deleted within a minute. */
const EVERY_MS = 15_000;

export interface PurgeParts {
  db: Db;
  clock: Clock;
  /** The lease of the jobs that one gateway runs for all. */
  lease: Pick<Lease, 'acquireOrRenew'>;
  machines: { purge: MachineCounter<'purge'> };
  metrics?: Metrics;
}

/** Deletes expired cruds and the rest of burned ones. */
export function createPurgeJob({
  db,
  clock,
  lease,
  machines: { purge },
  metrics = noMetrics,
}: PurgeParts): BackgroundJob {
  const recordEvent = purge.startActor();
  const noteNext = () =>
    purge.setFacts({ next_at: new Date(clock.now().getTime() + EVERY_MS).toISOString() });

  noteNext();
  return {
    name: 'purge',
    everyMs: EVERY_MS,
    onEvent(event) {
      if (event === 'due') noteNext();
      recordEvent(event);
    },
    async run() {
      if (!(await lease.acquireOrRenew())) return;
      const at = clock.now();
      const removed = await purgeExpired(db, at, {
        onBatch: (rows) => metrics.observeValue('cruddur_purge_batch_rows', {}, rows),
        shouldContinue: () => {
          recordEvent('more');
          return lease.acquireOrRenew();
        },
      });
      purge.setFacts({ last: { at: at.toISOString(), removed } });
    },
  };
}
