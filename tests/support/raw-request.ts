import { connect } from 'node:net';
import { until } from './until.ts';

/** A TCP connection on which a test writes HTTP by hand. */
export interface RawRequest extends Disposable {
  write(text: string): void;
  /** Writes without end, as fast as the server reads. */
  flood(): void;
  /** All bytes received so far. */
  receivedText(): string;
  isClosed(): boolean;
  waitUntilClosed(): Promise<void>;
  /** The bytes that the system has accepted from this side. */
  bytesSent(): number;
}

const CHUNK = Buffer.alloc(64 * 1024, 'x');

/** @param origin of the server */
export function openRawRequest(origin: string): RawRequest {
  const { hostname, port } = new URL(origin);
  const socket = connect({ host: hostname, port: Number(port) });
  let answer = '';
  let isClosed = false;
  // Most of these tests expect the connection to be reset.
  socket.on('error', () => undefined);
  socket.on('close', () => (isClosed = true));
  socket.setEncoding('utf8').on('data', (text: string) => (answer += text));
  const writeChunk = (): void => {
    if (socket.writable) socket.write(CHUNK, () => setImmediate(writeChunk));
  };
  return {
    write: (text) => void socket.write(text),
    flood: writeChunk,
    receivedText: () => answer,
    isClosed: () => isClosed,
    waitUntilClosed: () => until(() => isClosed, { what: 'the connection is closed' }).then(() => undefined),
    bytesSent: () => socket.bytesWritten - socket.writableLength,
    [Symbol.dispose]: () => void socket.destroy(),
  };
}

/** The head of a request; headers without a value are omitted. */
export function createRequestHead(request: string, headers: Record<string, string | number>): string {
  const lines = Object.entries({ host: 'localhost', ...headers })
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${name}: ${value}`);
  return `${[`${request} HTTP/1.1`, ...lines].join('\r\n')}\r\n\r\n`;
}
