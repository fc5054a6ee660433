import { once } from 'node:events';
import { createServer } from 'node:http';
import { Socket as TcpSocket, type AddressInfo } from 'node:net';
import { SOCKET_PATH } from '@cruddur/shared';
import fc from 'fast-check';
import { Server } from 'socket.io';
import { expect, test } from 'vitest';
import WebSocket from 'ws';
import { isQueueTooLong } from '../../../server/src/gateway/back-pressure.ts';
import type { GatewaySocket } from '../../../server/src/gateway/gateway-types.ts';
import {
  queuedPacketsOf,
  releaseHandshake,
  requestOf,
  tcpSocketOf,
  webSocketOf,
  writeIfIdle,
} from '../../../server/src/gateway/library-internals.ts';
import { encodeMessage } from '../../../server/src/streams/wire-frames.ts';
import { openRawSocket } from '../../support/raw-socket.ts';
import { until } from '../../support/until.ts';

/** One socket of a plain Socket.IO server, and what its client has received. */
async function openPair() {
  const http = createServer();
  const io = new Server(http, { path: SOCKET_PATH, transports: ['websocket'] });
  await once(http.listen(0, '127.0.0.1'), 'listening');
  const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  const connected = once(io, 'connection') as Promise<[GatewaySocket]>;
  const raw = await openRawSocket(url);
  raw.send('40');
  const [socket] = await connected;
  await until(() => raw.receivedText().includes('40{"sid"'), { what: 'the sign-in is confirmed' });
  return {
    raw,
    socket,
    connection: socket.conn,
    async [Symbol.asyncDispose]() {
      raw[Symbol.dispose]();
      await io.close();
    },
  };
}

const drainMessage = (in_ms: number) => encodeMessage('drain', { in_ms }).bytes;
const numbersIn = (text: string) => [...text.matchAll(/"in_ms":(\d+)/g)].map(([, number]) => Number(number));

test('[STREAM-25] the members of engine.io and `ws` that the gateway uses have the expected values', async () => {
  await using pair = await openPair();
  const { connection, socket } = pair;
  expect(connection).toMatchObject({ readyState: 'open', upgrading: false, writeBuffer: [] });
  expect(connection.transport).toMatchObject({ name: 'websocket', writable: true, discarded: false });
  const webSocket = webSocketOf(connection);
  expect(webSocket).toBeInstanceOf(WebSocket);
  expect(webSocket).toMatchObject({ readyState: WebSocket.OPEN, _sender: { _state: 0, _queue: [] } });
  expect(tcpSocketOf(connection)).toBeInstanceOf(TcpSocket);
  expect(requestOf(connection)).toBe(socket.request);
});

test('[STREAM-25] a connection with unsent packets, or one that closes, is not written to directly', async () => {
  await using pair = await openPair();
  const { connection, socket } = pair;
  expect(writeIfIdle(connection, drainMessage(1))).toBe(true);
  // The transport is busy until the next tick.
  socket.emit('drain', { in_ms: 2 });
  expect(writeIfIdle(connection, drainMessage(0))).toBe(false);
  socket.emit('drain', { in_ms: 3 });
  expect(queuedPacketsOf(connection)).toHaveLength(1);
  await until(() => writeIfIdle(connection, drainMessage(4)), { what: 'it is idle again' });
  await until(() => numbersIn(pair.raw.receivedText()).length === 4, { what: 'all have arrived' });
  expect(numbersIn(pair.raw.receivedText())).toEqual([1, 2, 3, 4]);
  tcpSocketOf(connection).cork();
  expect(writeIfIdle(connection, drainMessage(0))).toBe(false);
  tcpSocketOf(connection).uncork();
  connection.close();
  expect(writeIfIdle(connection, drainMessage(0))).toBe(false);
  await until(() => connection.readyState === 'closed', { what: 'it is closed' });
  expect(writeIfIdle(connection, drainMessage(0))).toBe(false);
});

const step = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom('frame', 'emit', 'long frame') },
  { weight: 2, arbitrary: fc.constantFrom('tick', 'pause', 'resume') },
);

test('[STREAM-25] whichever way packets are written, the client receives them once and in order', async () => {
  await using pair = await openPair();
  const { connection, socket, raw } = pair;
  let count = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
      for (const name of steps) {
        if (name === 'tick') await new Promise(setImmediate);
        else if (name === 'pause') raw.tcp.pause();
        else if (name === 'resume') raw.tcp.resume();
        else {
          count += 1;
          const padding = name === 'long frame' ? ' '.repeat(200_000) : '';
          const packet = `2["drain",{"in_ms":${count}}${padding}]`;
          const content = Buffer.from(`4${packet}`);
          const head = Buffer.alloc(10);
          head.writeUInt16BE(0x817f);
          head.writeBigUInt64BE(BigInt(content.length), 2);
          const isWritten = name !== 'emit' && writeIfIdle(connection, Buffer.concat([head, content]));
          if (!isWritten) socket.conn.write(packet, { compress: false });
        }
      }
      raw.tcp.resume();
      await until(() => numbersIn(raw.receivedText()).length === count, { what: 'all have arrived' });
    }),
    { numRuns: 30 },
  );
  expect(numbersIn(raw.receivedText())).toEqual(Array.from({ length: count }, (_, index) => index + 1));
});

test('[STREAM-25] frames for a client that stops reading are queued, counted and bounded', async () => {
  await using pair = await openPair();
  const { connection, raw } = pair;
  raw.tcp.pause();
  const long = encodeMessage('bye', { code: 'x'.repeat(100_000) as 'too_slow' });
  for (let written = 0; written < 500 && !isQueueTooLong(connection); written += 1) {
    if (!writeIfIdle(connection, long.bytes)) connection.write(long.frames[0]?.packet ?? '');
    await new Promise(setImmediate);
  }
  expect(isQueueTooLong(connection)).toBe(true);
  // One frame is in flight; engine.io holds the others.
  expect(tcpSocketOf(connection).writableLength).toBeLessThan(2 * long.bytes.length);
});

test('[STREAM-25] a socket works without its request and handshake', async () => {
  await using pair = await openPair();
  const { connection, socket, raw } = pair;
  releaseHandshake(socket);
  expect(requestOf(connection)).toBeUndefined();
  const frame = new Promise((resolve) => socket.use(resolve));
  raw.send('42["typing",{"message_group_uuid":"x"}]');
  expect(await frame).toEqual(['typing', { message_group_uuid: 'x' }]);
  const isOver = once(socket, 'disconnect');
  // A second sign-in is a violation of the protocol.
  raw.send('40');
  await isOver;
  await until(() => connection.readyState === 'closed', { what: 'it is closed' });
});
