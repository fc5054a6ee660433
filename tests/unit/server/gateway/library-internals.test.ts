import { once } from 'node:events';
import { createServer } from 'node:http';
import { SOCKET_PATH } from '@cruddur/shared';
import fc from 'fast-check';
import { Server } from 'socket.io';
import { expect, test } from 'vitest';
import type { GatewaySocket } from '../../../../server/src/gateway/gateway-types.ts';
import { releaseHandshake, writeIfIdle } from '../../../../server/src/gateway/library-internals.ts';
import { listenLocally } from '../../../support/listen-locally.ts';
import { openRawSocket } from '../../../support/raw-socket.ts';
import { until } from '../../../support/until.ts';

/** One socket of a plain Socket.IO server, and what its client has received. */
async function openPair() {
  const http = createServer();
  const io = new Server(http, { path: SOCKET_PATH, transports: ['websocket'] });
  const { url } = await listenLocally(http);
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

const numbersIn = (text: string) => [...text.matchAll(/"in_ms":(\d+)/g)].map(([, number]) => Number(number));

const step = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom('frame', 'emit', 'long frame') },
  { weight: 2, arbitrary: fc.constantFrom('tick', 'pause', 'resume') },
);

/** A complete frame with a numbered message, and its packet. */
function encodeNumber(number: number, padding = '') {
  const packet = `2["drain",{"in_ms":${number}}${padding}]`;
  const content = Buffer.from(`4${packet}`);
  const head = Buffer.alloc(10);
  head.writeUInt16BE(0x817f);
  head.writeBigUInt64BE(BigInt(content.length), 2);
  return { packet, frame: Buffer.concat([head, content]) };
}

test('an idle connection is written to directly, and whichever way packets are written, the client receives them once and in order', async () => {
  await using pair = await openPair();
  const { connection, raw } = pair;
  let count = 1;
  expect(writeIfIdle(connection, encodeNumber(count).frame)).toBe(true);
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
      for (const name of steps) {
        if (name === 'tick') await new Promise(setImmediate);
        else if (name === 'pause') raw.tcp.pause();
        else if (name === 'resume') raw.tcp.resume();
        else {
          count += 1;
          const { packet, frame } = encodeNumber(count, name === 'long frame' ? ' '.repeat(200_000) : '');
          const isWritten = name !== 'emit' && writeIfIdle(connection, frame);
          if (!isWritten) connection.write(packet, { compress: false });
        }
      }
      raw.tcp.resume();
      await until(() => numbersIn(raw.receivedText()).length === count, { what: 'all have arrived' });
    }),
    { numRuns: 30 },
  );
  expect(numbersIn(raw.receivedText())).toEqual(Array.from({ length: count }, (_, index) => index + 1));
  connection.close();
  expect(writeIfIdle(connection, encodeNumber(0).frame)).toBe(false);
});

test('a socket works without its request and handshake', async () => {
  await using pair = await openPair();
  const { connection, socket, raw } = pair;
  releaseHandshake(socket);
  expect(connection.request).toBeUndefined();
  const frame = new Promise((resolve) => socket.use(resolve));
  raw.send('42["typing",{"message_group_uuid":"x"}]');
  expect(await frame).toEqual(['typing', { message_group_uuid: 'x' }]);
  const isOver = once(socket, 'disconnect');
  // A second sign-in is a violation of the protocol.
  raw.send('40');
  await isOver;
  await until(() => connection.readyState === 'closed', { what: 'it is closed' });
});
