import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A way to a server on which everything can get lost without a word, as behind a router that was switched off. */
export interface BlackHole extends AsyncDisposable {
  url: string;
  /** From now on nothing passes in either direction, and nobody is told. */
  swallow(): void;
}

export async function openBlackHole(target: string): Promise<BlackHole> {
  const sockets = new Set<Socket>();
  let open = true;
  const server = createServer((near) => {
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
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    swallow: () => (open = false),
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
