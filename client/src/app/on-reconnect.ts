import type { ConnectionState } from '../realtime/tabs/connection-actor.ts';
import type { Signal } from '../signal.ts';

/** Does the work whenever something says that the line may be back. */
export function onReconnect(connection: Signal<ConnectionState>, work: () => void): void {
  let isLive = false;
  connection.subscribe(() => {
    const { status } = connection.getSnapshot();
    const isLiveNow = status === 'live' || status === 'polling';
    if (isLiveNow && !isLive) work();
    isLive = isLiveNow;
  });
  window.addEventListener('online', work);
  window.addEventListener('pageshow', work);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible' && navigator.onLine) work();
  });
}
