import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { systemClock } from '../../../server/src/domain/clock.ts';
import type { LabelsOf, MetricName } from '../../../server/src/domain/metrics.ts';
import { createMetrics } from '../../../server/src/http/metrics.ts';
import { createPurgeJob } from '../../../server/src/wiring/purge-job.ts';
import { postCrud } from '../../support/actions.ts';
import { disposeAfterAll } from '../../support/dispose-after-all.ts';
import { createSignUpDetails, signUpInput } from '../../support/local-pool/people.ts';
import { callPool } from '../../support/people.ts';
import { createStore } from '../../../server/src/repositories/store.ts';
import { readMetric, fetchMetrics } from '../../support/read-metrics.ts';
import { runSql } from '../../support/run-sql.ts';
import { findFreePort } from '../../support/services/find-free-port.ts';
import { connectSocket } from '../../support/sockets.ts';
import { startTestApp } from '../../support/test-app.ts';
import { until } from '../../support/until.ts';
import { createStrictTallies } from '../../unit/server/machines/create-strict-tallies.ts';

type Selection<N extends MetricName> = { labels?: Partial<LabelsOf<N>>; suffix?: '' | '_count' | '_sum' };
const readerOf =
  (url: string) =>
  async <N extends MetricName>(name: N, of: Selection<N> = {}): Promise<number> =>
    readMetric(await fetchMetrics(url), name, of) ?? NaN;

const smtp = await findFreePort();
const app = disposeAfterAll(await startTestApp({ env: { SMTP_URL: `smtp://127.0.0.1:${smtp}` } }));
const read = readerOf(app.url);

it('a polling visitor: requests, store waits, cached answers', async () => {
  const { streams } = await app.visitor.callOk('sync');
  const query = { public: streams.public?.head ?? '' };
  await app.visitor.callOk('sync', { query });
  await app.visitor.callOk('sync', { query });
  const labels = { route: 'sync', status: '200' };
  expect(await read('cruddur_http_seconds', { labels, suffix: '_count' })).toBe(3);
  expect(await read('cruddur_sync_answers_total', { labels: { cache: 'hit' } })).toBe(1);
  expect(await read('cruddur_sync_answers_total', { labels: { cache: 'miss' } })).toBe(1);
  for (const purpose of ['read', 'vital'] as const) {
    const waits = await read('cruddur_store_wait_seconds', { labels: { purpose }, suffix: '_count' });
    expect(waits).toBeGreaterThan(0);
  }
  // The read of expired texts holds one connection at that moment, or has released it.
  expect(await read('cruddur_store_connections_in_use')).toBeGreaterThanOrEqual(0);
  expect(await read('cruddur_store_waiting')).toBe(0);
  expect(await read('cruddur_store_refused_total')).toBe(0);
});

it('an unreachable mail server', async () => {
  await callPool(app.url, 'SignUp', signUpInput(createSignUpDetails()));
  const labels = { outcome: 'retried' } as const;
  const isCounted = async () => (await read('cruddur_mail_failures_total', { labels })) > 0;
  await until(isCounted, { what: 'the failure is counted' });
});

it('an upload to an address that was never issued', async () => {
  const address = `/avatars/uploads/${randomUUID()}.png?expires=1&signature=x`;
  await app.visitor.send('PUT', address, { body: 'x' });
  const isCounted = async () => (await read('cruddur_uploads_refused_total')) > 0;
  await until(isCounted, { what: 'the upload is counted' });
});

it('a store whose streams and revocations cannot be read', async () => {
  await runSql(app.store.db, sql`alter table streams rename to streams_away`);
  try {
    await until(async () => (await read('cruddur_stream_lag_seconds')) > 0, { what: 'the lag is reported' });
    const labels = { chore: 'revocations' } as const;
    const hasFailed = async () => (await read('cruddur_chore_failures_total', { labels })) > 0;
    await until(hasFailed, { what: 'the failure of the job is counted' });
  } finally {
    await runSql(app.store.db, sql`alter table streams_away rename to streams`);
  }
  await until(async () => (await read('cruddur_stream_lag_seconds')) === 0, { what: 'the lag ends' });
});

it('user actions change the metrics of writes, sockets, revocations and expired texts', async () => {
  await using second = await startTestApp({ sharedStoreApp: app });
  const read = readerOf(second.url);
  const ann = await second.signUp();
  const before = await read('cruddur_commit_operations', { suffix: '_sum' });
  await Promise.all(['one', 'two', 'three'].map((message) => postCrud(ann, message)));
  expect(await read('cruddur_commit_operations', { suffix: '_sum' })).toBe(before + 3);

  const cursors = { public: '1.unknown', me: '0.0' };
  {
    using tab = await connectSocket(second.url, { token: ann.accessToken, cursors });
    await until(() => tab.frames.ready.length > 0, { what: 'the tab is told to reset' });
    expect(await read('cruddur_sockets')).toBe(1);
    expect(await read('cruddur_resets_total', { labels: { of: 'socket' } })).toBe(1);
  }
  const ended = () => read('cruddur_sockets_ended_total', { labels: { reason: 'left' } });
  await until(async () => (await ended()) === 1, { what: 'the end of the socket is counted' });
  expect(await read('cruddur_sockets')).toBe(0);
  expect(await read('cruddur_catch_ups_total', { labels: { outcome: 'caught_up' } })).toBeGreaterThan(0);

  const held = await read('cruddur_revocations_held');
  await ann.callOk('endSession', { body: {} });
  expect(await read('cruddur_revocations_held')).toBe(held + 1);

  expect(await read('cruddur_expired_text_age_seconds')).toBe(0);
  const past = new Date(Date.now() - 90_000);
  const earlier = sql`created_at = created_at - interval '30 days', expires_at = ${past}`;
  await runSql(app.store.db, sql`update activities set ${earlier}`);
  expect(await read('cruddur_expired_text_age_seconds')).toBeGreaterThanOrEqual(90);
  const metrics = createMetrics();
  const readOwnMetric = async (name: MetricName, suffix: '' | '_sum') =>
    readMetric((await metrics.text()).body, name, { suffix }) ?? NaN;
  const chore = createPurgeJob({
    db: app.store.db,
    clock: systemClock,
    metrics,
    machines: createStrictTallies(systemClock),
    lease: { acquireOrRenew: () => Promise.resolve(true) },
  });
  chore.onEvent?.('due');
  await chore.run();
  expect(await read('cruddur_expired_text_age_seconds')).toBe(0);
  // The gateway's own run of the job may come first.
  const rows = await read('cruddur_purge_batch_rows', { suffix: '_sum' });
  expect(rows + (await readOwnMetric('cruddur_purge_batch_rows', '_sum'))).toBeGreaterThanOrEqual(3);

  const store = createStore(app.store.db, systemClock, { metrics });
  await store.runChange(null, () => Promise.resolve({ result: undefined, entries: [] }));
  expect(await readOwnMetric('cruddur_commits_alone_total', '')).toBe(1);
});
