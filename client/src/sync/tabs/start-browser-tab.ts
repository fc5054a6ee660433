import { loadChunk } from '../../base/lazy/load-chunk.ts';
import { observeCrudsOnScreen } from './cruds-on-screen.ts';
import { startTab, type Tab, type TabParts } from './start-tab.ts';

export { watchOutages } from './outage-notice.ts';

/** Loads Socket.IO. */
export const loadSocketIo = async () => (await loadChunk(54, () => import('socket.io-client'))).io;

/** A tab of this browser, with its screen and with Socket.IO. */
export function startBrowserTab(parts: Omit<TabParts, 'observeCrudsOnScreen' | 'loadSocketIo'>): Tab {
  return startTab({ ...parts, observeCrudsOnScreen, loadSocketIo });
}
