import { once } from 'node:events';
import { connect } from 'node:net';

/** An answer; status 0 is a connection that was cut. */
export interface HttpAnswer {
  status: number;
  /** As it was sent: chunks are not joined. */
  readBody: () => string;
}

/** One kept connection to a gateway, with one call at a time. Node's own client costs several times as much processor time. */
export interface HttpConnection extends Disposable {
  /** Sends the bytes of a request; the previous one must have been answered. */
  send(request: Buffer, onAnswer: (answer: HttpAnswer) => void): void;
  /** False once the server has ended it. */
  isOpen(): boolean;
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
  let received: Buffer[] = [];
  let answer: ExpectedAnswer | undefined;
  let bytes = 0;

  const finish = ({ status, headSize, isLast }: ExpectedAnswer) => {
    const [report, chunks] = [onAnswer, received];
    onAnswer = undefined;
    answer = undefined;
    received = [];
    bytes = 0;
    if (isLast) socket.destroy();
    report?.({ status, readBody: () => Buffer.concat(chunks).toString('utf8', headSize) });
  };
  const cut = () => finish({ status: 0, size: 0, headSize: 0, isLast: true });
  socket.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    received.push(chunk);
    answer ??= parseHead(received.length === 1 ? chunk : Buffer.concat(received));
    if (!answer) return;
    if (answer.size === undefined ? endsWithLastChunk(chunk) : bytes >= answer.size) finish(answer);
  });
  socket.on('error', () => undefined);
  socket.on('close', cut);
  return {
    send(request, report) {
      onAnswer = report;
      if (socket.destroyed) setImmediate(cut);
      else socket.write(request);
    },
    isOpen: () => socket.writable && !socket.readableEnded,
    [Symbol.dispose]: () => {
      onAnswer = undefined;
      socket.destroy();
    },
  };
}

interface ExpectedAnswer {
  status: number;
  headSize: number;
  /** Of head and body; undefined for a body in chunks. */
  size: number | undefined;
  /** The server closes the connection. */
  isLast: boolean;
}

function parseHead(received: Buffer): ExpectedAnswer | undefined {
  const end = received.indexOf(HEAD_END);
  if (end < 0) return undefined;
  const head = received.toString('latin1', 0, end);
  const isChunked = /\r\ntransfer-encoding: *chunked/i.test(head);
  const length = Number(/\r\ncontent-length: *(\d+)/i.exec(head)?.[1] ?? 0);
  const headSize = end + HEAD_END.length;
  return {
    status: Number(head.slice(9, 12)),
    headSize,
    size: isChunked ? undefined : headSize + length,
    isLast: /\r\nconnection: *close/i.test(head),
  };
}

function endsWithLastChunk(chunk: Buffer): boolean {
  return chunk.length >= LAST_CHUNK.length && chunk.subarray(-LAST_CHUNK.length).equals(LAST_CHUNK);
}
