import { once } from 'node:events';
import type { AddressInfo, Server } from 'node:net';

/**
 * Starts a server of this machine; disposing ends the connections of an HTTP server, and waits for those of others.
 * @param at default a free port
 */
export async function listenLocally(
  server: Server & { closeAllConnections?: () => void },
  host = '127.0.0.1',
  at = 0,
): Promise<AsyncDisposable & { url: string; port: number }> {
  await once(server.listen(at, host), 'listening');
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
