import { openHttpConnection, type HttpConnection } from '../../bench/peers/http-connection.ts';

export interface FuzzAnswer {
  /** 0: the connection was cut before an answer came. */
  status: number;
  body: string;
}

/** Sends requests as bytes, one after the other, over a connection that is opened anew when the gateway has closed it. */
export interface FuzzClient extends Disposable {
  send(request: Buffer): Promise<FuzzAnswer>;
}

/** A longer answer counts as none. */
const TIMEOUT_MS = 30_000;

/** @param url the gateway's origin */
export function createFuzzClient(url: string): FuzzClient {
  let connection: HttpConnection | undefined;
  return {
    async send(request) {
      if (!connection?.isOpen()) connection = await openHttpConnection(url);
      const used = connection;
      return await new Promise((resolve) => {
        const timer = setTimeout(() => {
          used[Symbol.dispose]();
          resolve({ status: 0, body: 'no answer' });
        }, TIMEOUT_MS);
        used.send(request, ({ status, readBody }) => {
          clearTimeout(timer);
          resolve({ status, body: readBody() });
        });
      });
    },
    [Symbol.dispose]: () => connection?.[Symbol.dispose](),
  };
}
