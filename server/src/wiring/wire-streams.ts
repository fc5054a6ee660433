import { createInProcessBus } from '../bus/in-process.ts';
import { createRedisBus } from '../bus/redis.ts';
import type { Config } from '../config/config.ts';
import { createReadMarkPublisher } from '../domain/messages/read-mark-publisher.ts';
import type { Ports } from '../domain/ports.ts';
import { createCountsReads } from '../repositories/counts.ts';
import { createStreamLog } from '../repositories/log.ts';
import { createStoreReads } from '../repositories/reads.ts';
import { createStore } from '../repositories/store.ts';
import { createCountsPublisher } from '../streams/counts-publisher.ts';
import { withFeedPages } from '../streams/feed-pages/feed-pages.ts';
import { createDeliver, createStreamReaders } from '../streams/stream-readers.ts';
import type { Base } from './wire-base.ts';

export type WiredStreams = ReturnType<typeof wireStreams>;

/** Reads and writes of the store, its log as streams, and the bus that carries events between gateways. */
export function wireStreams({ redis, machinesServer }: Pick<Config, 'redis' | 'machinesServer'>, base: Base) {
  const { db, clock, metrics, timers, machines, failures, logger } = base;
  const bus = redis
    ? createRedisBus({
        ...{ urls: redis.urls, storeId: base.storeId, logger, metrics },
        key: Buffer.from(base.storeKey, 'base64'),
      })
    : createInProcessBus();
  const { feedPages, ...reads } = createStoreReads(db, clock, metrics);
  const vitalLog = createStreamLog(base.vitalDb, clock);
  const readers = createStreamReaders({
    ...{ timers, clock, logger, machines, metrics, bus },
    log: { ...reads.log, readHeads: (streams) => vitalLog.readHeads(streams) },
  });
  const deliver = createDeliver({ readers, bus });
  const counts = createCountsPublisher(createCountsReads(db), { readers, bus, timers, clock, logger });
  const store = createStore(db, clock, {
    ...{ writeDb: base.writeDb, metrics, failures },
    // No network is between the gateway and an embedded store, and a backup may hold its writes for longer.
    storeClock: base.store.kind === 'postgres' ? base.storeClock : undefined,
  });
  const readMarks = createReadMarkPublisher({ store, deliver, timers, failures });
  const ports: Ports = {
    ...reads,
    log: { ...reads.log, readPage: (...request) => readers.readLatest(...request) },
    activities: withFeedPages(reads.activities, { reads: feedPages, readers, clock, timers }),
    clock,
    store,
    deliver,
    refreshCounts: counts.refreshCounts,
    publishReadMark: readMarks.publishReadMark,
    readMachinesReport: machinesServer ? machines.report : null,
  };
  return { bus, vitalLog, readers, counts, readMarks, ports };
}
