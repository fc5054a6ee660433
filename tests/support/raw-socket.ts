import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { SOCKET_PATH } from '@cruddur/shared';

/** A WebSocket by hand, for bytes that no library would send. */
export interface RawSocket extends Disposable {
  /** Sends one frame: text, or bytes as a binary one. */
  send(data: string | Buffer): void;
  /** Sends raw bytes. */
  sendBytes(bytes: Buffer): void;
  /** All received text, frame headers included. */
  receivedText(): string;
  isClosed(): boolean;
  tcp: Socket;
}

const OPCODE = { text: 0x81, binary: 0x82 };

/** Opens a TCP connection without sending anything. @param url the application's origin */
async function openTcp(url: string): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const tcp = connect({ host: hostname, port: Number(port) });
  // The reset is the expected result.
  tcp.on('error', () => undefined);
  await once(tcp, 'connect');
  return tcp;
}

/** Opens a WebSocket to the gateway, without a handshake of Socket.IO. @param query added to its address */
export async function openRawSocket(url: string, query = ''): Promise<RawSocket> {
  const tcp = await openTcp(url);
  let received = '';
  let closed = false;
  tcp.on('close', () => (closed = true));
  tcp.write(upgradeRequest(query));
  const [answer] = (await once(tcp, 'data')) as [Buffer];
  received += answer.toString();
  tcp.on('data', (data: Buffer) => (received += data.toString()));
  return {
    tcp,
    send: (data) => void tcp.write(encodeFrame(data)),
    sendBytes: (bytes) => void tcp.write(bytes),
    receivedText: () => received,
    isClosed: () => closed,
    [Symbol.dispose]: () => void tcp.destroy(),
  };
}

/** The request that opens a WebSocket to a gateway. @param query added to its address */
export function upgradeRequest(query = ''): string {
  const key = randomBytes(16).toString('base64');
  const lines = ['Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Version: 13'];
  return (
    `GET ${SOCKET_PATH}/?EIO=4&transport=websocket${query} HTTP/1.1\r\nHost: localhost\r\n` +
    `${lines.join('\r\n')}\r\nSec-WebSocket-Key: ${key}\r\n\r\n`
  );
}

/** One complete masked frame, as a client sends it. */
export function encodeFrame(data: string | Buffer): Buffer {
  const payload = Buffer.from(data);
  const opcode = typeof data === 'string' ? OPCODE.text : OPCODE.binary;
  const mask = randomBytes(4);
  const long = payload.length > 125;
  const head = Buffer.alloc(long ? 4 : 2);
  head.writeUInt8(opcode, 0);
  head.writeUInt8(0x80 | (long ? 126 : payload.length), 1);
  if (long) head.writeUInt16BE(payload.length, 2);
  const masked = payload.map((byte, index) => byte ^ (mask[index % 4] ?? 0));
  return Buffer.concat([head, mask, masked]);
}
