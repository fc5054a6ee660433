import { createServer } from 'node:http';
import { networkInterfaces } from 'node:os';
import express from 'express';
import { expect, test } from 'vitest';
import { createErrorHandler } from '../../../../server/src/http/error-handler.ts';
import { requireMetricsAccess } from '../../../../server/src/http/metrics-access.ts';
import { listenLocally } from '../../../support/listen-locally.ts';
import { openRawRequest } from '../../../support/raw-request.ts';
import { METRICS_TOKEN } from '../../../support/read-metrics.ts';
import { silentLogger } from '../streams/silent-logger.ts';
import { startTestHttpApp, sendRequest } from './test-http-app.ts';

const forwarded: Record<string, string>[] = [
  { 'x-forwarded-for': '203.0.113.9' },
  { 'x-forwarded-for': '127.0.0.1' },
  { forwarded: 'for=203.0.113.9' },
  { via: '1.1 proxy' },
  { 'x-real-ip': '203.0.113.9' },
];

test.each([
  [undefined, 403, null],
  [METRICS_TOKEN, 401, 'Bearer'],
])(
  '[DOOR-25] /metrics with the token %s is open on this machine, and closed to what a proxy forwards',
  async (token, status, challenge) => {
    for (const trustProxy of [false, 1]) {
      await using app = await startTestHttpApp({
        settings: { metricsAccess: { token, isOpenLocally: true }, trustProxy },
      });
      expect(await sendRequest(app, '/metrics')).toMatchObject({ status: 200 });
      for (const headers of forwarded) {
        const refused = await sendRequest(app, '/metrics', { headers });
        expect(refused).toMatchObject({ status, text: `["generic_${status}"]` });
        expect(refused.headers.get('www-authenticate')).toBe(challenge);
      }
    }
  },
);

test('[DOOR-25] /metrics is closed to HTTP/1.0 and to names of the site, as of a proxy that adds no header', async () => {
  await using app = await startTestHttpApp();
  const statusBy = async (version: string, host = 'localhost') => {
    using raw = openRawRequest(app.url);
    raw.write(`GET /metrics HTTP/${version}\r\nhost: ${host}\r\nconnection: close\r\n\r\n`);
    await raw.waitUntilClosed();
    return Number(raw.receivedText().split(' ')[1]);
  };
  expect([await statusBy('1.1'), await statusBy('1.0')]).toEqual([200, 403]);
  expect(await statusBy('1.1', 'cruddur.example')).toBe(403);
});

test('[DOOR-25] /metrics is closed to requests of this machine where the site is reached from beyond it', async () => {
  await using app = await startTestHttpApp({ settings: { metricsAccess: { isOpenLocally: false } } });
  expect(await sendRequest(app, '/metrics')).toMatchObject({ status: 403 });
});

test('[DOOR-25] /metrics is open to forwarded requests with the token, and with no other token', async () => {
  await using app = await startTestHttpApp({
    settings: { metricsAccess: { token: METRICS_TOKEN, isOpenLocally: true } },
  });
  const statusWith = async (authorization: string) =>
    (await sendRequest(app, '/metrics', { headers: { ...forwarded[0], authorization } })).status;
  expect(await statusWith(`Bearer ${METRICS_TOKEN}`)).toBe(200);
  expect(await statusWith(`bearer ${METRICS_TOKEN}`)).toBe(200);
  for (const wrong of [
    'Bearer',
    `Bearer ${METRICS_TOKEN}x`,
    `Bearer ${METRICS_TOKEN.slice(1)}`,
    `Basic ${METRICS_TOKEN}`,
    METRICS_TOKEN,
  ])
    expect(await statusWith(wrong)).toBe(401);
});

const address = Object.values(networkInterfaces())
  .flat()
  .find((one) => one?.family === 'IPv4' && !one.internal)?.address;

test.skipIf(address === undefined)(
  '[DOOR-25] /metrics is closed to another address than loopback',
  async () => {
    const app = express().get(
      '/metrics',
      requireMetricsAccess({ isOpenLocally: true }),
      (_request, response) => {
        response.json('open');
      },
    );
    app.use(createErrorHandler(silentLogger, () => false));
    await using server = await listenLocally(createServer(app), address);
    expect((await fetch(`${server.url}/metrics`)).status).toBe(403);
  },
);
