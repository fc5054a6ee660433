import { connect, type Socket } from 'node:net';

export interface RawAnswer {
  /** 0: the connection was cut before an answer came. */
  status: number;
  body: string;
}

/** A kept connection that sends requests as bytes, sequentially, and reads complete answers. */
export interface RawHttpClient extends Disposable {
  send(request: Buffer): Promise<RawAnswer>;
}

/** A longer answer counts as none. */
const TIMEOUT_MS = 30_000;

export function createRawHttpClient(port: number): RawHttpClient {
  let socket: Socket | undefined;

  function open(): Socket {
    if (socket?.writable && !socket.readableEnded) return socket;
    socket?.destroy();
    const opened = connect({ port, host: '127.0.0.1', noDelay: true });
    opened.on('error', () => undefined);
    return (socket = opened);
  }

  return {
    send: (request) =>
      new Promise((resolve) => {
        const used = open();
        let received: Buffer = Buffer.alloc(0);
        const finish = (answer: RawAnswer, isLast: boolean) => {
          clearTimeout(timer);
          used.removeAllListeners('data').removeAllListeners('close');
          if (isLast) used.destroy();
          resolve(answer);
        };
        const timer = setTimeout(() => finish({ status: 0, body: 'no answer' }, true), TIMEOUT_MS);
        used.on('data', (chunk: Buffer) => {
          received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
          const answer = parseAnswer(received);
          if (answer) finish(answer, answer.isLast);
        });
        used.on('close', () => finish({ status: 0, body: received.toString('latin1') }, true));
        used.write(request);
      }),
    [Symbol.dispose]: () => void socket?.destroy(),
  };
}

/** @returns null until the answer is complete */
function parseAnswer(bytes: Buffer): (RawAnswer & { isLast: boolean }) | null {
  const end = bytes.indexOf('\r\n\r\n');
  if (end === -1) return null;
  const head = bytes.toString('latin1', 0, end);
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1] ?? 0);
  const isLast = /^connection: close$/im.test(head);
  const body = bytes.subarray(end + 4);
  if (/^transfer-encoding: chunked$/im.test(head)) {
    return body.includes('0\r\n\r\n') ? { status, isLast, body: body.toString() } : null;
  }
  const length = Number(/^content-length: (\d+)$/im.exec(head)?.[1] ?? 0);
  return body.length >= length ? { status, isLast, body: body.toString('utf8', 0, length) } : null;
}
