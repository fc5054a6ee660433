import type { ConnectionState } from '../sync/connection/connection.machine.ts';
import type { PageState } from '../base/runtime/runtime.ts';
import type { Signal } from '../base/signal.ts';

/** Calls `onBack` at each sign that the connection may be back: socket, network, or the page becoming visible. */
export function onReconnect(connection: Signal<ConnectionState>, page: PageState, onBack: () => void): void {
  let isLive = false;
  connection.subscribe(() => {
    const { status } = connection.getSnapshot();
    const isLiveNow = status === 'live' || status === 'polling';
    if (isLiveNow && !isLive) onBack();
    isLive = isLiveNow;
  });
  page.on('online', onBack);
  page.on('pageshow', onBack);
  page.on('visibilitychange', () => {
    if (page.isVisible() && page.isOnline()) onBack();
  });
}
