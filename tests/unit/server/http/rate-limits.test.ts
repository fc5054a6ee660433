import { Redis } from 'ioredis';
import { expect, it } from 'vitest';
import { createLimiter, limitsFor, networkOf } from '../../../../server/src/http/rate-limits.ts';
import { isUsable } from '../../../support/services/availability.ts';
import { startRedis } from '../../../support/services/redis.ts';
import {
  bayko,
  createRecordingUseCases,
  fillPath,
  startTestHttpApp,
  sendRequest,
  type TestHttpApp,
} from './test-http-app.ts';

const perPerson = { read: 2, write: 2, lookup: 2, sync: 2 };
const perAddress = { read: 10, write: 10, lookup: 10, sync: 10, public: 10 };
const tight = { perPerson, perAddress };
const trends = (app: TestHttpApp) => sendRequest(app, '/api/trends', { token: 'good' });

it('[RATE-1] too many calls of one user are refused, with the seconds to wait, and use one budget only', async () => {
  await using app = await startTestHttpApp({ limiter: createLimiter(undefined, tight) });
  const sync = () => sendRequest(app, '/api/sync', { token: 'good' });
  for (let call = 0; call < 2; call++) expect((await sync()).status).toBe(200);
  const third = await sync();
  expect([third.status, third.json]).toEqual([429, ['generic_429']]);
  expect(Number(third.headers.get('retry-after'))).toBeGreaterThan(0);
  const statuses = [await trends(app), await trends(app), await trends(app)].map(({ status }) => status);
  expect(statuses).toEqual([200, 200, 429]);
  const write = await sendRequest(app, '/api/session/end', { method: 'POST', token: 'good', body: {} });
  expect(write.status).toBe(200);
});

it('[RATE-7] of too many calls of one user at the same time one is refused, and no call of another user', async () => {
  let release: (() => void) | undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  const useCases = createRecordingUseCases([], {
    trends: async ({ viewer }) => {
      if (viewer.sub === bayko.sub) await held;
      return { data: [] };
    },
  });
  await using app = await startTestHttpApp({ useCases });
  const calls = Array.from({ length: 101 }, () => trends(app));
  expect((await Promise.race(calls)).status).toBe(429);
  expect((await sendRequest(app, '/api/trends', { token: 'good-too' })).status).toBe(200);
  release?.();
  const statuses = (await Promise.all(calls)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 200).length).toBe(100);
  expect((await trends(app)).status).toBe(200);
});

const people = Array.from({ length: 9 }, (_, n) => `good-${n}`);

it('[RATE-5] behind one address, users with known tokens have their own budgets, and leave the address its own', async () => {
  await using app = await startTestHttpApp({ limiter: createLimiter(undefined, tight) });
  const statuses: number[] = [];
  for (const token of [...people, ...people])
    statuses.push((await sendRequest(app, '/api/trends', { token })).status);
  const [first = ''] = people;
  statuses.push((await sendRequest(app, '/api/trends', { token: first })).status);
  expect(statuses).toEqual([...Array<number>(18).fill(200), 429]);
  expect((await sendRequest(app, fillPath('profilePage'))).status).toBe(200);
  expect((await sendRequest(app, fillPath('profilePage'))).status).toBe(429);
});

it('[RATE-5] behind one address, tokens that must be verified are limited before they are, and known ones go on', async () => {
  await using app = await startTestHttpApp({ limiter: createLimiter(undefined, tight) });
  const statusOf = async (token: string) => (await sendRequest(app, '/api/trends', { token })).status;
  expect(await statusOf('good')).toBe(200);
  const junk: number[] = [];
  for (let n = 0; n < 11; n += 1) junk.push(await statusOf(`junk-${n}`));
  expect(junk).toEqual([...Array<number>(9).fill(401), 429, 429]);
  expect([await statusOf('good'), await statusOf('good-but-new')]).toEqual([200, 429]);
});

it('[RATE-5] behind one address, more sockets mean more calls, and fewer do not mean less', () => {
  expect(limitsFor(10_000).perAddress.read).toBe(10 * limitsFor(1000).perAddress.read);
  expect(limitsFor(10)).toEqual(limitsFor(1000));
});

it('[RATE-2] while Redis is down each gateway counts alone', async () => {
  const redis = new Redis({ host: '127.0.0.1', port: 1, lazyConnect: true, enableOfflineQueue: false });
  await using app = await startTestHttpApp({
    limiter: createLimiter({ redis, isHealthy: () => true }, tight),
  });
  const statuses = [await trends(app), await trends(app), await trends(app)].map(({ status }) => status);
  expect(statuses).toEqual([200, 200, 429]);
  redis.disconnect();
});

it.skipIf(!isUsable('redis', 'limits on Redis'))(
  '[RATE-2] gateways that share a Redis count together, and one that does not respond delays no call once it is detected',
  async () => {
    await using server = await startRedis();
    const redis = new Redis(server.url, { commandTimeout: 60_000 });
    await redis.ping();
    let isHealthy = true;
    const limiter = () => createLimiter({ redis, isHealthy: () => isHealthy }, tight);
    await using one = await startTestHttpApp({ limiter: limiter() });
    await using other = await startTestHttpApp({ limiter: limiter() });
    await trends(one);
    await trends(other);
    expect([(await trends(one)).status, (await trends(other)).status]).toEqual([429, 429]);
    await redis.call('CLIENT', 'PAUSE', '60000', 'ALL');
    isHealthy = false;
    const statuses = [await trends(one), await trends(one), await trends(one)].map(({ status }) => status);
    expect(statuses).toEqual([200, 200, 429]);
    redis.disconnect();
  },
);

it.each([
  ['::ffff:10.1.2.3', '10.1.2.3'],
  ['10.1.2.3', '10.1.2.3'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:db8::5:6', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
  ['::ffff:a01:203', '10.1.2.3'],
  ['203.0.113.9:4711', '203.0.113.9:4711'],
])('[RATE-3] %s counts as %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});
