import { Agent, request, type IncomingMessage } from 'node:http';

export interface LoadAnswer {
  status: number;
  body: string;
  /** From the first byte sent to the last one read, in milliseconds. */
  ms: number;
  retryAfter: string | undefined;
}

/** Sends calls over kept connections. `fetch` costs several times as much, so the load would measure its sender. */
export interface LoadClient extends Disposable {
  /** Status 0: the connection was cut before an answer came. */
  send(method: string, path: string, token: string): Promise<LoadAnswer>;
}

/** @param connections the maximum of concurrent calls */
export function createLoadClient(url: string, connections: number): LoadClient {
  const { hostname, port } = new URL(url);
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  // A host name would be resolved for each connection.
  const host = hostname === 'localhost' ? '127.0.0.1' : hostname;
  return {
    send: (method, path, token) =>
      new Promise((resolve) => {
        const startedAt = performance.now();
        const finish = (status: number, body: string, retryAfter?: string) =>
          resolve({ status, body, ms: performance.now() - startedAt, retryAfter });
        const headers = { host: `${hostname}:${port}`, authorization: `Bearer ${token}` };
        const sent = request({ agent, host, port, method, path, headers }, (answer) => {
          readAll(answer).then(
            (body) => finish(answer.statusCode ?? 0, body, answer.headers['retry-after']),
            () => finish(0, ''),
          );
        });
        sent.on('error', () => finish(0, ''));
        sent.end();
      }),
    [Symbol.dispose]: () => agent.destroy(),
  };
}

async function readAll(answer: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of answer) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
