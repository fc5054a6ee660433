import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { networkInterfaces } from 'node:os';
import express from 'express';
import { describe, expect, test } from 'vitest';
import { createErrorHandler } from '../../../server/src/http/error-handler.ts';
import { requireMetricsAccess } from '../../../server/src/http/metrics-access.ts';
import { openRawRequest } from '../../support/raw-request.ts';
import { startTestHttpApp, sendRequest } from './test-http-app.ts';

const TOKEN = 'scrape-0123456789abcdef';

const settings = (metricsToken: string | undefined, trustProxy: boolean | number = false) => ({
  settings: {
    allowedOrigins: [],
    connectOrigins: [],
    trustProxy,
    secure: false,
    metricsToken,
    clientDir: '/nowhere',
    clientConfig: {},
  },
});

const forwarded: Record<string, string>[] = [
  { 'x-forwarded-for': '203.0.113.9' },
  { 'x-forwarded-for': '127.0.0.1' },
  { forwarded: 'for=203.0.113.9' },
  { via: '1.1 proxy' },
  { 'x-real-ip': '203.0.113.9' },
];

describe('[DOOR-25] /metrics', () => {
  test.each([undefined, TOKEN])('with the token %s is open on this machine', async (token) => {
    await using app = await startTestHttpApp(settings(token));
    expect(await sendRequest(app, '/metrics')).toMatchObject({ status: 200 });
  });

  test.each(forwarded)('is closed to requests forwarded by a proxy: %o', async (headers) => {
    for (const trustProxy of [false, 1]) {
      await using app = await startTestHttpApp(settings(undefined, trustProxy));
      expect(await sendRequest(app, '/metrics', { headers })).toMatchObject({
        status: 403,
        text: '["generic_403"]',
      });
      await using guarded = await startTestHttpApp(settings(TOKEN, trustProxy));
      const refused = await sendRequest(guarded, '/metrics', { headers });
      expect(refused).toMatchObject({ status: 401, text: '["generic_401"]' });
      expect(refused.headers.get('www-authenticate')).toBe('Bearer');
    }
  });

  test('is closed to HTTP/1.0, which a proxy that adds no header uses by default', async () => {
    await using app = await startTestHttpApp(settings(undefined));
    const statusBy = async (version: string) => {
      using raw = openRawRequest(app.url);
      raw.write(`GET /metrics HTTP/${version}\r\nhost: localhost\r\nconnection: close\r\n\r\n`);
      await raw.waitUntilClosed();
      return Number(raw.receivedText().split(' ')[1]);
    };
    expect(await statusBy('1.1')).toBe(200);
    expect(await statusBy('1.0')).toBe(403);
  });

  test('is open to forwarded requests with the token, and with no other token', async () => {
    await using app = await startTestHttpApp(settings(TOKEN));
    const [headers] = forwarded;
    const statusWith = async (authorization: string) =>
      (await sendRequest(app, '/metrics', { headers: { ...headers, authorization } })).status;
    expect(await statusWith(`Bearer ${TOKEN}`)).toBe(200);
    expect(await statusWith(`bearer ${TOKEN}`)).toBe(200);
    for (const wrong of ['Bearer', `Bearer ${TOKEN}x`, `Bearer ${TOKEN.slice(1)}`, `Basic ${TOKEN}`, TOKEN])
      expect(await statusWith(wrong)).toBe(401);
  });

  const address = Object.values(networkInterfaces())
    .flat()
    .find((one) => one?.family === 'IPv4' && !one.internal)?.address;

  test.skipIf(address === undefined)('is closed to another address than loopback', async () => {
    const app = express().get('/metrics', requireMetricsAccess(undefined), (_request, response) => {
      response.json('open');
    });
    const nothing = () => undefined;
    app.use(
      createErrorHandler({ debug: nothing, info: nothing, warn: nothing, error: nothing }, () => false),
    );
    const server = createServer(app).listen(0, address);
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    try {
      const answer = await fetch(`http://${address ?? ''}:${port}/metrics`);
      expect(answer.status).toBe(403);
    } finally {
      server.closeAllConnections();
      server.close();
    }
  });
});
