import { connect, createServer, type Socket } from 'node:net';
import { listenLocally } from './listen-locally.ts';

/** A proxy that can drop all traffic without an error, as a router that was switched off. */
export interface BlackHoleProxy extends AsyncDisposable {
  url: string;
  /** From now on bytes are dropped in both directions, without an error. */
  dropTraffic(): void;
  /** The number of connections so far. */
  connectionCount(): number;
}

export async function openBlackHoleProxy(target: string): Promise<BlackHoleProxy> {
  const sockets = new Set<Socket>();
  let open = true;
  let taken = 0;
  const server = createServer((near) => {
    taken += 1;
    const far = connect({ host: new URL(target).hostname, port: Number(new URL(target).port) });
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on('data', (data) => open && to.write(data));
      from.on('end', () => open && to.end());
      from.on('error', () => undefined);
    }
  });
  const listening = await listenLocally(server);
  return {
    url: listening.url,
    dropTraffic: () => (open = false),
    connectionCount: () => taken,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await listening[Symbol.asyncDispose]();
    },
  };
}
