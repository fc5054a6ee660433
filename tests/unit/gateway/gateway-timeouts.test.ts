import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { io } from 'socket.io-client';
import { expect, test } from 'vitest';
import { SOCKET_PATH } from '@cruddur/shared';
import { limitServer, SERVER_OPTIONS } from '../../../server/src/http/limit-server.ts';
import { CONNECTION_TIMEOUTS } from '../../../server/src/gateway/connection-timeouts.ts';
import { openBlackHoleProxy } from '../../support/black-hole-proxy.ts';
import { openRawSocket, openTcp } from '../../support/raw-socket.ts';
import { until } from '../../support/until.ts';
import { ANNA, openTestGateway, createToken } from './test-gateway.ts';

test('[LIMIT-10] a socket whose peer disappears without closing is detected', async () => {
  // A peer that runs late must still be ready before the first ping.
  const connectionTimeouts = { ...CONNECTION_TIMEOUTS, pingInterval: 500, pingTimeout: 50 };
  await using gateway = await openTestGateway({ connectionTimeouts });
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
  await until(() => gateway.gateway.count() === 0, { what: 'the socket is found' });
  socket.disconnect();
});

test('[LIMIT-10] the product pings and times out within 15 s', () => {
  expect(CONNECTION_TIMEOUTS.pingInterval + CONNECTION_TIMEOUTS.pingTimeout).toBeLessThan(15_000);
});

test('[LIMIT-11] a WebSocket that never authenticates is closed after 5 s', async () => {
  expect(CONNECTION_TIMEOUTS.connectTimeout).toBe(5000);
  await using gateway = await openTestGateway({
    connectionTimeouts: { ...CONNECTION_TIMEOUTS, connectTimeout: 50 },
  });
  using raw = await openRawSocket(gateway.url);
  // An answered ping does not prevent the timeout.
  raw.send('3');
  await until(() => (gateway.timers.advance(1000), raw.isClosed()), { what: 'it is closed' });
});

test('[LIMIT-11] a connection that never sends a request is closed after 5 s', async () => {
  expect(SERVER_OPTIONS.connectionsCheckingInterval).toBeLessThanOrEqual(500);
  const server = limitServer(createServer({ connectionsCheckingInterval: 10 })).listen(0, '127.0.0.1');
  expect(server.headersTimeout).toBe(5000);
  server.headersTimeout = 50;
  await once(server, 'listening');
  const tcp = await openTcp(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  tcp.resume();
  await until(() => tcp.closed, { what: 'it is closed' });
  server.close();
});
