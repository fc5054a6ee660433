import { once } from 'node:events';
import type { AddressInfo, Server } from 'node:net';

/** Starts a server on a free port of this machine; disposing ends its connections. */
export async function listenLocally(
  server: Server & { closeAllConnections?: () => void },
  host = '127.0.0.1',
): Promise<AsyncDisposable & { url: string; port: number }> {
  await once(server.listen(0, host), 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://${host}:${port}`,
    port,
    async [Symbol.asyncDispose]() {
      const closed = once(server, 'close');
      server.closeAllConnections?.();
      server.close();
      await closed;
    },
  };
}
