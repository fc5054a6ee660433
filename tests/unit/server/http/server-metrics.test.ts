import { expect, test } from 'vitest';
import { createRedisBus } from '../../../../server/src/bus/redis.ts';
import { systemClock } from '../../../../server/src/domain/clock.ts';
import { noFailureLog } from '../../../../server/src/domain/failure-log.ts';
import type { LabelsOf, MetricName } from '../../../../server/src/domain/metrics.ts';
import { createMetrics } from '../../../../server/src/http/metrics.ts';
import { createLimiter, limitsFor } from '../../../../server/src/http/rate-limits.ts';
import { StreamReader } from '../../../../server/src/streams/stream-reader.ts';
import { createStreamReaders } from '../../../../server/src/streams/stream-readers.ts';
import { createConnectionGate } from '../../../../server/src/store/connection-gate.ts';
import { openViews } from '../../../../server/src/store/opened-store.ts';
import { publishMetrics } from '../../../../server/src/wiring/publish-metrics.ts';
import { readMetric } from '../../../support/read-metrics.ts';
import { findFreePort } from '../../../support/services/find-free-port.ts';
import { until } from '../../../support/until.ts';
import { embeddedStoreClock } from '../../../../server/src/wiring/store-clock.ts';
import { createFakeLog } from '../streams/fake-log.ts';
import { createReaderParts } from '../streams/reader-parts.ts';
import { silentLogger, flushPendingWork } from '../streams/silent-logger.ts';
import { createStrictTallies } from '../machines/create-strict-tallies.ts';
import { countLimited } from '../../../../server/src/wiring/wire-limiter.ts';

function openMetrics() {
  const metrics = createMetrics();
  const read = async <N extends MetricName>(name: N, labels: Partial<LabelsOf<N>> = {}) =>
    readMetric((await metrics.text()).body, name, { labels });
  return { metrics, read };
}

test('a reader counts reads, late events and held events, and measures its lag', async () => {
  const { metrics, read } = openMetrics();
  const parts = createReaderParts();
  const { log } = parts;
  const reader = new StreamReader('public', { ...parts, metrics });
  await reader.catchUp();
  const late = log.appendEvent('public');
  log.setBroken(true);
  reader.observeHead({ seq: 1, tag: late.event.tag });
  await flushPendingWork();
  expect(reader.lag()).toMatchObject({ events: 1 });
  log.setBroken(false);
  await reader.catchUp();
  expect(reader.lag()).toBeNull();
  expect(await read('cruddur_catch_up_events_total')).toBe(1);
  // The second is the copy that the bus returns.
  for (const copy of [late, late]) reader.offerEnvelope(copy);
  expect(await read('cruddur_envelopes_late_total')).toBe(1);
  log.appendEvent('public');
  for (let count = 0; count <= 512; count += 1) reader.offerEnvelope(log.appendEvent('public'));
  expect(await read('cruddur_envelopes_dropped_total', { component: 'reader' })).toBe(1);
  reader.close();
});

test('the lag is that of the slowest reader', async () => {
  const { metrics, read } = openMetrics();
  const parts = createReaderParts();
  const { log } = parts;
  const readers = createStreamReaders({ ...parts, metrics });
  metrics.registerReader('cruddur_stream_lag_events', () => [{ labels: {}, value: readers.lag().events }]);
  await readers.refreshHeads();
  await flushPendingWork();
  log.appendEvent('public');
  log.appendEvent('public');
  expect(await read('cruddur_stream_lag_events')).toBe(0);
  log.pauseReads();
  const refreshing = readers.refreshHeads();
  await flushPendingWork();
  log.releaseOneRead();
  await refreshing;
  expect(await read('cruddur_stream_lag_events')).toBe(2);
  log.resumeReads();
  await until(async () => (await read('cruddur_stream_lag_events')) === 0, {
    what: 'the reader has caught up',
  });
  readers.close();
});

test('an unreachable Redis affects no caller of the bus, which counts the envelopes that it cannot send', async () => {
  const { metrics, read } = openMetrics();
  const urls = [`redis://127.0.0.1:${await findFreePort()}`];
  const bus = createRedisBus({ urls, storeId: 'none', key: Buffer.alloc(32), logger: silentLogger, metrics });
  bus.subscribe('public', () => expect.fail('nothing can be heard'))();
  bus.publish([createFakeLog().appendEvent('public')]);
  expect(bus.isHealthy()).toBe(false);
  await until(async () => (await read('cruddur_envelopes_dropped_total', { component: 'bus' })) === 1, {
    what: 'the envelope is counted',
  });
  await bus.close();
});

test('refused requests are counted by the kind of limit', async () => {
  const { metrics, read } = openMetrics();
  const { perPerson, ...limits } = limitsFor(1000);
  const tight = createLimiter(undefined, { ...limits, perPerson: { ...perPerson, write: 1 } });
  const limiter = countLimited(tight, metrics);
  await limiter.consumeByPerson('ann', 'write');
  await expect(limiter.consumeByPerson('ann', 'write')).rejects.toThrow();
  expect(await read('cruddur_rate_limited_total', { scope: 'person', budget: 'write' })).toBe(1);
  expect(await read('cruddur_rate_limited_total')).toBe(1);
});

test('the connection gate measures how long each entry waited', async () => {
  const gate = createConnectionGate({ size: 1, reserved: 0, waitingMax: 10, waitMs: 20 });
  const waits: [string, number][] = [];
  gate.onAcquired((purpose, waitedMs) => waits.push([purpose, waitedMs]));
  await gate.acquire('read');
  await expect(gate.acquire('write')).rejects.toThrow();
  const [first, [purpose, waitedMs] = ['', 0]] = waits;
  expect([first, purpose]).toEqual([['read', 0], 'write']);
  expect(waitedMs).toBeGreaterThan(10);
});

test('an unavailable store affects no metric but its own, such as that of the checks of sessions that wait', async () => {
  const { metrics, read } = openMetrics();
  const pool = { connect: () => Promise.reject(new Error('unavailable')), end: () => Promise.resolve() };
  publishMetrics(metrics, {
    store: openViews(pool, { size: 1, reserved: 0, waitingMax: 1, waitMs: 1000 }),
    clock: systemClock,
    storeClock: embeddedStoreClock,
    readers: { lag: () => ({ events: 0, seconds: 0 }) },
    revocations: { count: () => 0 },
    checks: { countWaiting: () => 7 },
    failures: noFailureLog,
    machines: createStrictTallies(systemClock),
    gateway: { count: () => 0 },
  });
  expect(await read('cruddur_session_checks_waiting')).toBe(7);
  expect(await read('cruddur_expired_text_age_seconds')).toBeUndefined();
});
