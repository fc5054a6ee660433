import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { io } from 'socket.io-client';
import { describe, expect, test } from 'vitest';
import { SOCKET_PATH } from '@cruddur/shared';
import { limitServer, SERVER_OPTIONS } from '../../../server/src/http/limit-server.ts';
import { CONNECTION_TIMEOUTS } from '../../../server/src/gateway/create-gateway.ts';
import { openBlackHoleProxy } from '../../support/black-hole-proxy.ts';
import { openRawSocket, openTcp } from '../../support/raw-socket.ts';
import { until } from '../../support/until.ts';
import { ANNA, openTestGateway, createToken } from './test-gateway.ts';

/** Timers of a machine under load run late. */
const SLACK_MS = 1000;
/** The factor by which the product's timeouts are shortened. */
const SHORTENED_TIMEOUTS = 10;
const shortTimeouts = {
  connectTimeout: CONNECTION_TIMEOUTS.connectTimeout / SHORTENED_TIMEOUTS,
  pingInterval: CONNECTION_TIMEOUTS.pingInterval / SHORTENED_TIMEOUTS,
  pingTimeout: CONNECTION_TIMEOUTS.pingTimeout / SHORTENED_TIMEOUTS,
};

/** Milliseconds until the condition holds. */
async function measureUntil(condition: () => boolean, what: string): Promise<number> {
  const started = performance.now();
  await until(condition, { what, timeoutMs: 18_000 });
  return performance.now() - started;
}

// Concurrent, because they only wait.
describe.concurrent('connections without traffic', () => {
  test('[LIMIT-10] a socket whose peer disappears without closing is detected', async () => {
    await using gateway = await openTestGateway({ connectionTimeouts: shortTimeouts });
    await using hole = await openBlackHoleProxy(gateway.url);
    const socket = io(hole.url, {
      path: SOCKET_PATH,
      transports: ['websocket'],
      forceNew: true,
      reconnection: false,
      auth: { token: createToken(ANNA) },
    });
    await until(() => gateway.gateway.count() === 1, { what: 'the socket is ready' });
    hole.dropTraffic();
    const duration = await measureUntil(() => gateway.gateway.count() === 0, 'the socket is found');
    socket.disconnect();
    expect(duration).toBeLessThan(shortTimeouts.pingInterval + shortTimeouts.pingTimeout + SLACK_MS);
  });

  test('[LIMIT-10] the product pings and times out within 15 s', () => {
    expect(CONNECTION_TIMEOUTS.pingInterval + CONNECTION_TIMEOUTS.pingTimeout).toBeLessThan(15_000);
  });

  test('[LIMIT-11] a WebSocket that never authenticates is closed after 5 s', async () => {
    await using gateway = await openTestGateway({ connectionTimeouts: shortTimeouts });
    using raw = await openRawSocket(gateway.url);
    // An answered ping does not prevent the timeout.
    raw.send('3');
    const duration = await measureUntil(() => (gateway.timers.advance(1000), raw.isClosed()), 'it is closed');
    expect(duration).toBeLessThan(shortTimeouts.connectTimeout + SLACK_MS);
    expect(CONNECTION_TIMEOUTS.connectTimeout).toBe(5000);
  });

  test('[LIMIT-11] a connection that never sends a request is closed after 5 s', async () => {
    const server = limitServer(createServer(SERVER_OPTIONS)).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const tcp = await openTcp(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    tcp.resume();
    const duration = await measureUntil(() => tcp.closed, 'it is closed');
    server.close();
    expect(duration).toBeLessThan(5000 + 2 * SLACK_MS);
  });
});
