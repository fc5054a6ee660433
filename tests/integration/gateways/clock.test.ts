import { expect, it } from 'vitest';
import { postCrud } from '../../support/actions.ts';
import { disposeAfterAll } from '../../support/dispose-after-all.ts';
import { fetchMetrics, readMetric } from '../../support/read-metrics.ts';
import { isOnPostgres } from '../../support/test-store.ts';
import { startTestApp } from '../../support/test-app.ts';

const HOUR_MS = 3_600_000;

it.skipIf(!isOnPostgres)(
  '[TOPOLOGY-17] a gateway whose clock is three hours ahead is not ready, and what it writes and shows has the time of the store',
  async () => {
    const app = disposeAfterAll(await startTestApp());
    const system = { now: () => new Date(Date.now() + 3 * HOUR_MS) };
    const ahead = disposeAfterAll(await startTestApp({ sharedStoreApp: app, system }));
    const readiness = await ahead.visitor.send('GET', '/readyz');
    expect([readiness.status, readiness.body]).toMatchObject([503, { degraded: ['clock'] }]);
    expect((await app.visitor.send('GET', '/readyz')).status).toBe(200);
    const difference = readMetric(await fetchMetrics(ahead.url), 'cruddur_clock_difference_seconds');
    expect(Math.round((difference ?? 0) / 3600)).toBe(3);
    const ann = await ahead.signUp();
    const beforeMs = Date.now();
    const { uuid, created_at } = await postCrud(ann, 'lives for an hour', '1-hour');
    expect(Math.abs(Date.parse(created_at) - beforeMs)).toBeLessThan(HOUR_MS);
    const params = { handle: ann.handle, activity_uuid: uuid };
    for (const { visitor } of [app, ahead])
      expect((await visitor.call('singlePost', { params })).status).toBe(200);
  },
);
