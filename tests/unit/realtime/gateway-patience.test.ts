import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { io } from 'socket.io-client';
import { describe, expect, test } from 'vitest';
import { SOCKET_PATH } from '@cruddur/shared';
import { limitServer, serverChecks } from '../../../server/src/http/limit-server.ts';
import { PATIENCE } from '../../../server/src/realtime/create-gateway.ts';
import { openBlackHole } from '../../support/black-hole.ts';
import { openRawSocket, openTcp } from '../../support/raw-socket.ts';
import { until } from '../../support/until.ts';
import { ANNA, openTestGateway, tokenOf } from './test-gateway.ts';

/** The system's share: a machine under load looks at its timers late. */
const SLACK_MS = 1000;
/** The product's, so much faster. */
const QUICKER = 10;
const patience = {
  connectTimeout: PATIENCE.connectTimeout / QUICKER,
  pingInterval: PATIENCE.pingInterval / QUICKER,
  pingTimeout: PATIENCE.pingTimeout / QUICKER,
};

/** Milliseconds until the condition holds. */
async function timeUntil(condition: () => boolean, what: string): Promise<number> {
  const started = performance.now();
  await until(condition, { what, timeoutMs: 18_000 });
  return performance.now() - started;
}

// Waiting is all they do, so they wait together.
describe.concurrent('connections that keep the gateway waiting', () => {
  test('[LIMIT-10] a socket whose other end is gone without a word is found', async () => {
    await using gateway = await openTestGateway({ patience });
    await using hole = await openBlackHole(gateway.url);
    const socket = io(hole.url, {
      ...{ path: SOCKET_PATH, transports: ['websocket'], forceNew: true, reconnection: false },
      auth: { token: tokenOf(ANNA) },
    });
    await until(() => gateway.gateway.count() === 1, { what: 'the socket is ready' });
    hole.swallow();
    const took = await timeUntil(() => gateway.gateway.count() === 0, 'the socket is found');
    socket.disconnect();
    expect(took).toBeLessThan(patience.pingInterval + patience.pingTimeout + SLACK_MS);
  });

  test('[LIMIT-10] the product asks and gives up within 15 s', () => {
    expect(PATIENCE.pingInterval + PATIENCE.pingTimeout).toBeLessThan(15_000);
  });

  test('[LIMIT-11] a WebSocket that never says whose it is lasts 5 s', async () => {
    await using gateway = await openTestGateway({ patience });
    using raw = await openRawSocket(gateway.url);
    // Answering pings is no reason to stay.
    raw.send('3');
    const took = await timeUntil(() => (gateway.timers.pass(1000), raw.isClosed()), 'it is closed');
    expect(took).toBeLessThan(patience.connectTimeout + SLACK_MS);
    expect(PATIENCE.connectTimeout).toBe(5000);
  });

  test('[LIMIT-11] a connection that never asks for anything lasts 5 s', async () => {
    const server = limitServer(createServer(serverChecks)).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const tcp = await openTcp(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    tcp.resume();
    const took = await timeUntil(() => tcp.closed, 'it is closed');
    server.close();
    expect(took).toBeLessThan(5000 + 2 * SLACK_MS);
  });
});
