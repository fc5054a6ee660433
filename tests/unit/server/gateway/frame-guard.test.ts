import { SOCKET_PATH } from '@cruddur/shared';
import fc from 'fast-check';
import { io } from 'socket.io-client';
import { expect, test } from 'vitest';
import { connectToLoopback, createFaultProxy } from '../../../support/fault-proxy/fault-proxy.ts';
import { BROKEN_FRAMES, MALFORMED_PACKETS } from '../../../support/malformed-packets.ts';
import { openRawSocket, type RawSocket } from '../../../support/raw-socket.ts';
import { until } from '../../../support/until.ts';
import { openReadySocket, SIGN_IN } from './fill-send-buffers.ts';
import { syncOwn } from './protocol-client.ts';
import { ANNA, BEN, createToken, openTestGateway, type TestGateway } from './test-gateway.ts';
import { CONNECTION_TIMEOUTS } from '../../../../server/src/gateway/gateway-types.ts';

const frame = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...MALFORMED_PACKETS) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }).map((text) => `4${text}`) },
  { weight: 2, arbitrary: fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)) },
);

test('no packet, malformed or binary, before or after the sign-in, makes the gateway throw', async () => {
  await using gateway = await openTestGateway({ maxPerPerson: 1000, maxPerAddress: 1000 });
  const { socket: bystander } = await gateway.open(BEN);
  await fc.assert(
    fc.asyncProperty(fc.boolean(), fc.array(frame, { minLength: 1, maxLength: 8 }), async (known, frames) => {
      using raw = known ? await openReadySocket(gateway) : await openRawSocket(gateway.url);
      for (const data of frames) raw.send(data);
      // Bytes after them on the same connection have been read, or the connection is closed.
      raw.send('42["sync"]');
      raw.tcp.end();
      await until(() => raw.isClosed(), { what: 'the connection has ended' });
      expect(await syncOwn(bystander)).toMatchObject({ ok: true });
      gateway.timers.advance(1000);
    }),
    { numRuns: 150 },
  );
});

test('bytes that are no WebSocket frame close their sender and affect no other socket', async () => {
  await using gateway = await openTestGateway();
  const { socket: bystander } = await gateway.open(BEN);
  for (const bytes of BROKEN_FRAMES) {
    using raw = await openRawSocket(gateway.url);
    raw.sendBytes(bytes);
    await waitUntilClosed(gateway, raw);
  }
  expect(await syncOwn(bystander)).toMatchObject({ ok: true });
});

const waitUntilClosed = (gateway: TestGateway, raw: RawSocket) =>
  until(() => (gateway.timers.advance(1000), raw.isClosed()), { what: 'the connection is closed' });

test('a connection without a session may send few frames and one token', async () => {
  await using gateway = await openTestGateway();
  using chatty = await openRawSocket(gateway.url);
  for (let count = 0; count < 200; count += 1) chatty.send('40/elsewhere,{}');
  await waitUntilClosed(gateway, chatty);
  using guessing = await openRawSocket(gateway.url);
  for (const frame of ['40{"token":"x"}', SIGN_IN]) guessing.send(frame);
  await until(() => guessing.receivedText().includes('too_many'), { what: 'the second token is refused' });
  expect(gateway.gateway.count()).toBe(0);
});

test('a client that leaves the session, and one that sends many WebSocket pings, whose answers would pile up, are disconnected', async () => {
  await using gateway = await openTestGateway();
  using leaving = await openReadySocket(gateway);
  leaving.send('41');
  await waitUntilClosed(gateway, leaving);
  using pinging = await openReadySocket(gateway);
  const ping = Buffer.from([0x89, 0x80, 0, 0, 0, 0]);
  pinging.sendBytes(Buffer.concat(Array.from({ length: 200 }, () => ping)));
  await waitUntilClosed(gateway, pinging);
});

test('a socket whose peer disappears without closing is detected, in the product within 15 s', async () => {
  expect(CONNECTION_TIMEOUTS.pingInterval + CONNECTION_TIMEOUTS.pingTimeout).toBeLessThan(15_000);
  // A peer that runs late must still be ready before the first ping.
  const connectionTimeouts = { ...CONNECTION_TIMEOUTS, pingInterval: 500, pingTimeout: 50 };
  await using gateway = await openTestGateway({ connectionTimeouts });
  await using hole = await createFaultProxy(() => connectToLoopback(gateway.port));
  const socket = io(hole.url, {
    path: SOCKET_PATH,
    transports: ['websocket'],
    forceNew: true,
    reconnection: false,
    auth: { token: createToken(ANNA) },
  });
  await until(() => gateway.gateway.count() === 1, { what: 'the socket is ready' });
  hole.injectFault({ kind: 'black-hole' });
  await until(() => gateway.gateway.count() === 0, { what: 'the socket is found' });
  socket.disconnect();
});

test('[LIMIT-11] a WebSocket that never authenticates is closed after 5 s', async () => {
  expect(CONNECTION_TIMEOUTS.connectTimeout).toBe(5000);
  await using gateway = await openTestGateway({
    connectionTimeouts: { ...CONNECTION_TIMEOUTS, connectTimeout: 50 },
  });
  using raw = await openRawSocket(gateway.url);
  // An answered ping does not prevent the timeout.
  raw.send('3');
  await waitUntilClosed(gateway, raw);
});
