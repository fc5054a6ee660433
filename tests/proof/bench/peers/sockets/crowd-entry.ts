/** The process behind `openCrowd`: many WebSockets by hand, which count what they receive and cost as little as possible. */
import { randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import type { CrowdOptions, CrowdRequest } from './open-crowd.ts';

/** The number of sockets that are opened at the same time. */
const CONCURRENCY = 100;
const END_OF_HEAD = Buffer.from('\r\n\r\n');
const PING = '2'.charCodeAt(0);
const PONG = encodeMasked('3');

interface CrowdSocket {
  tcp: Socket;
  hello: string | undefined;
  isUpgraded: boolean;
  isReady: boolean;
  /** Bytes of an incomplete frame. */
  rest: Buffer | null;
  received: number;
  onReady: () => void;
}

/** All sockets read into it, one after the other. */
const readBuffer = Buffer.allocUnsafe(1 << 20);
const sockets: CrowdSocket[] = [];
let ready = Buffer.alloc(0);
let expected: { marker: Buffer; count: number } | undefined;
let missing = 0;

// The bench has ended, however it did.
process.on('disconnect', () => process.exit());
process.on('message', (request: CrowdRequest) => {
  if ('open' in request) void openAll(request.open).then(() => process.send?.('open'));
  else {
    expected = { marker: Buffer.from(request.expect.marker), count: request.expect.count };
    missing = sockets.length;
    for (const socket of sockets) socket.received = 0;
    process.send?.('expecting');
  }
});

async function openAll(options: CrowdOptions): Promise<void> {
  ready = Buffer.from(options.ready);
  let next = 0;
  const open = async () => {
    for (let mine = next++; mine < options.size; mine = next++) {
      const { hellos } = options;
      await openOne(options, hellos[mine % hellos.length]);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, open));
}

function openOne({ url, path }: CrowdOptions, hello: string | undefined): Promise<void> {
  const { hostname, port } = new URL(url);
  const host = hostname === 'localhost' ? '127.0.0.1' : hostname;
  return new Promise((resolve, reject) => {
    const onread = {
      buffer: readBuffer,
      callback: (length: number) => {
        receive(socket, readBuffer.subarray(0, length));
        return true;
      },
    };
    const tcp = connect({ host, port: Number(port), onread });
    tcp.setNoDelay(true);
    const socket: CrowdSocket = {
      tcp,
      hello,
      isUpgraded: false,
      isReady: false,
      rest: null,
      received: 0,
      onReady: resolve,
    };
    sockets.push(socket);
    tcp.on('close', () => {
      reject(new Error('a socket was closed'));
      process.exit(1);
    });
    tcp.on('error', reject);
    tcp.write(
      `GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n` +
        `Sec-WebSocket-Key: ${randomBytes(16).toString('base64')}\r\n\r\n`,
    );
  });
}

function receive(socket: CrowdSocket, chunk: Buffer): void {
  let data = socket.rest ? Buffer.concat([socket.rest, chunk]) : chunk;
  if (!socket.isUpgraded) {
    const end = data.indexOf(END_OF_HEAD);
    if (end < 0) {
      socket.rest = Buffer.from(data);
      return;
    }
    socket.isUpgraded = true;
    if (socket.hello === undefined) markReady(socket);
    else socket.tcp.write(encodeMasked(socket.hello));
    data = data.subarray(end + END_OF_HEAD.length);
  }
  const used = handleFrames(socket, data);
  socket.rest = used < data.length ? Buffer.from(data.subarray(used)) : null;
}

/** @returns the number of bytes that complete frames have */
function handleFrames(socket: CrowdSocket, data: Buffer): number {
  let from = 0;
  while (data.length - from >= 2) {
    const short = data.readUInt8(from + 1);
    const headLength = short < 126 ? 2 : short === 126 ? 4 : 10;
    if (data.length - from < headLength) break;
    const length =
      short < 126
        ? short
        : short === 126
          ? data.readUInt16BE(from + 2)
          : Number(data.readBigUInt64BE(from + 2));
    const end = from + headLength + length;
    if (end > data.length) break;
    handlePayload(socket, data.subarray(from + headLength, end));
    from = end;
  }
  return from;
}

function handlePayload(socket: CrowdSocket, payload: Buffer): void {
  if (payload.length === 1 && payload[0] === PING) {
    socket.tcp.write(PONG);
    return;
  }
  if (!socket.isReady && payload.includes(ready)) markReady(socket);
  if (!expected) return;
  const { marker, count } = expected;
  const before = socket.received;
  for (let at = payload.indexOf(marker); at >= 0; at = payload.indexOf(marker, at + marker.length))
    socket.received += 1;
  if (before >= count || socket.received < count) return;
  missing -= 1;
  if (missing === 0) process.send?.('received');
}

function markReady(socket: CrowdSocket): void {
  socket.isReady = true;
  socket.onReady();
}

/** A text frame as a client sends it, with a mask of zeros. */
function encodeMasked(text: string): Buffer {
  const payload = Buffer.from(text);
  const head = Buffer.alloc(payload.length < 126 ? 6 : 8);
  head.writeUInt8(0x81, 0);
  head.writeUInt8(0x80 | Math.min(payload.length, 126), 1);
  if (payload.length >= 126) head.writeUInt16BE(payload.length, 2);
  return Buffer.concat([head, payload]);
}
