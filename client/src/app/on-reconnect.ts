import type { ConnectionState } from '../realtime/tabs/connection-actor.ts';
import type { Signal } from '../signal.ts';

/** Calls `onBack` at each sign that the connection may be back: socket, network, or the page becoming visible. */
export function onReconnect(connection: Signal<ConnectionState>, onBack: () => void): void {
  let isLive = false;
  connection.subscribe(() => {
    const { status } = connection.getSnapshot();
    const isLiveNow = status === 'live' || status === 'polling';
    if (isLiveNow && !isLive) onBack();
    isLive = isLiveNow;
  });
  window.addEventListener('online', onBack);
  window.addEventListener('pageshow', onBack);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible' && navigator.onLine) onBack();
  });
}
