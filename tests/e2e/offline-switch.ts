import type { Page } from 'playwright-core';

/** Takes a page off the network and back. */
export interface OfflineSwitch {
  goOffline(): Promise<void>;
  goOnline(): Promise<void>;
}

/**
 * For a page that loads afterwards: its sockets pass through the driver, because Chromium uses a whole core while a socket of its
 * own is open in an emulated outage. Offline, open sockets carry nothing, and new ones fail.
 */
export async function createOfflineSwitch(page: Page): Promise<OfflineSwitch> {
  let isOffline = false;
  await page.routeWebSocket(/socket\.io/, (socket) => {
    if (isOffline) return void socket.close({ code: 1001 });
    const server = socket.connectToServer();
    socket.onMessage((message) => {
      if (!isOffline) server.send(message);
    });
    server.onMessage((message) => {
      if (!isOffline) socket.send(message);
    });
  });
  return {
    async goOffline() {
      isOffline = true;
      await page.context().setOffline(true);
    },
    async goOnline() {
      // What a busy page has received and not passed on yet belongs to the outage.
      await page.evaluate(() => undefined);
      isOffline = false;
      await page.context().setOffline(false);
    },
  };
}
