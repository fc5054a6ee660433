import { once } from 'node:events';
import { connect } from 'node:net';

/** An answer; status 0 is a connection that was cut. */
export interface HttpAnswer {
  status: number;
  /** Head and body. */
  bytes: number;
}

/** One kept connection to a gateway, with one call at a time. Node's own client costs several times as much processor time. */
export interface HttpConnection extends Disposable {
  /** Sends the bytes of a request; the previous one must have been answered. */
  send(request: Buffer, onAnswer: (answer: HttpAnswer) => void): void;
}

const HEAD_END = '\r\n\r\n';
/** Without pipelining nothing follows the last chunk. */
const LAST_CHUNK = Buffer.from('0\r\n\r\n');

/** @param url the gateway's origin */
export async function openHttpConnection(url: string): Promise<HttpConnection> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname === 'localhost' ? '127.0.0.1' : hostname, port: Number(port) });
  socket.setNoDelay(true);
  await once(socket, 'connect');
  let onAnswer: ((answer: HttpAnswer) => void) | undefined;
  let received: Buffer = Buffer.alloc(0);
  let answer: ExpectedAnswer | undefined;
  let bytes = 0;

  const finish = (status: number) => {
    const [report, size] = [onAnswer, bytes];
    onAnswer = undefined;
    answer = undefined;
    received = Buffer.alloc(0);
    bytes = 0;
    report?.({ status, bytes: size });
  };
  socket.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (!answer) {
      received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
      answer = parseHead(received);
      if (!answer) return;
    }
    if (answer.size === undefined ? endsWithLastChunk(chunk) : bytes >= answer.size) finish(answer.status);
  });
  socket.on('error', () => undefined);
  socket.on('close', () => finish(0));
  return {
    send(request, report) {
      onAnswer = report;
      if (socket.destroyed) setImmediate(finish, 0);
      else socket.write(request);
    },
    [Symbol.dispose]: () => {
      onAnswer = undefined;
      socket.destroy();
    },
  };
}

interface ExpectedAnswer {
  status: number;
  /** Of head and body; undefined for a body in chunks. */
  size: number | undefined;
}

function parseHead(received: Buffer): ExpectedAnswer | undefined {
  const end = received.indexOf(HEAD_END);
  if (end < 0) return undefined;
  const head = received.toString('latin1', 0, end);
  const status = Number(head.slice(9, 12));
  if (/\r\ntransfer-encoding: *chunked/i.test(head)) return { status, size: undefined };
  const length = Number(/\r\ncontent-length: *(\d+)/i.exec(head)?.[1] ?? 0);
  return { status, size: end + HEAD_END.length + length };
}

function endsWithLastChunk(chunk: Buffer): boolean {
  return chunk.length >= LAST_CHUNK.length && chunk.subarray(-LAST_CHUNK.length).equals(LAST_CHUNK);
}
