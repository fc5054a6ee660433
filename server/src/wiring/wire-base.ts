import { randomUUID } from 'node:crypto';
import type { Config } from '../config/config.ts';
import { type Clock, createTestClock } from '../domain/clock.ts';
import { createFailureLog } from '../domain/failure-log.ts';
import { createServerMachineCounters } from '../domain/machines/server-machine-counters.ts';
import { systemTimers as timers } from '../domain/timers.ts';
import { createMetrics } from '../http/metrics.ts';
import { readStoreIdentity } from '../repositories/store-identity.ts';
import type { OpenedStore } from '../store/opened-store.ts';
import { createAudit, type Logger } from './logger.ts';
import { openStoreClock } from './store-clock.ts';

export interface BaseEnvironment {
  store: OpenedStore;
  logger: Logger;
  /** This machine's clock: only tests have another one. */
  system?: Clock;
}

export type Base = Awaited<ReturnType<typeof wireBase>>;

/** What most parts need: the store with its clock and keys, logs and metrics. */
export async function wireBase(config: Pick<Config, 'clock'>, { store, logger, system }: BaseEnvironment) {
  const { db, writeDb, vitalDb } = store;
  const monotonicMs = () => performance.now();
  const storeClock = await openStoreClock(store, { monotonicMs, logger, system });
  const testClock = config.clock === 'test' ? createTestClock(storeClock) : undefined;
  const clock: Clock = testClock ?? storeClock;
  const { id: storeId, key: storeKey } = await readStoreIdentity(db);
  const metrics = createMetrics();
  const machines = createServerMachineCounters(randomUUID(), clock, (move) =>
    logger.error({ move }, 'a transition that the tables do not have'),
  );
  return {
    ...{ store, db, writeDb, vitalDb, storeId, storeKey },
    ...{ clock, storeClock, testClock, monotonicMs, timers },
    ...{ logger, metrics, machines, failures: createFailureLog(logger), audit: createAudit(logger, metrics) },
  };
}
