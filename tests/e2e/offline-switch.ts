import type { Page, WebSocketRoute } from 'playwright-core';

/** Takes a page off the network and back. */
export interface OfflineSwitch {
  goOffline(): Promise<void>;
  goOnline(): Promise<void>;
}

/**
 * For a page that loads afterwards: its sockets pass through the driver, because Chromium uses a whole core while a socket of its
 * own is open in an emulated outage, and passes on afterwards what such a socket received meanwhile. Offline, open sockets carry
 * nothing, and new ones fail; those that were open end with the outage.
 */
export async function createOfflineSwitch(page: Page): Promise<OfflineSwitch> {
  let isOffline = false;
  /** Those that carry messages, each with its other end. */
  const sockets = new Map<WebSocketRoute, WebSocketRoute>();
  let silenced = new Map<WebSocketRoute, WebSocketRoute>();
  await page.routeWebSocket(/socket\.io/, (socket) => {
    if (isOffline) return void socket.close({ code: 1001 });
    const server = socket.connectToServer();
    sockets.set(socket, server);
    socket.onMessage((message) => {
      if (sockets.has(socket)) server.send(message);
    });
    server.onMessage((message) => {
      if (sockets.has(socket)) socket.send(message);
    });
  });
  return {
    async goOffline() {
      isOffline = true;
      silenced = new Map(sockets);
      sockets.clear();
      await page.context().setOffline(true);
    },
    async goOnline() {
      isOffline = false;
      await page.context().setOffline(false);
      // The page may not close a socket to the server with a code of the protocol.
      for (const [socket, server] of silenced)
        await Promise.all([socket.close({ code: 1001 }), server.close()]);
    },
  };
}
