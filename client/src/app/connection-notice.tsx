import { useSyncExternalStore } from 'react';
import { ConnectionBar, type ConnectionBarState } from '../ui/connection-bar.tsx';
import { useUnsentCounts } from '../outbox/outbox-react.tsx';
import { useConnection, useOutageNotice } from '../realtime/realtime-react.tsx';

/** The connection bar with the state of this page. */
export function ConnectionNotice() {
  const { checkAlive } = useConnection();
  return <ConnectionBar state={useBarState()} onRetry={checkAlive} />;
}

function useBarState(): ConnectionBarState | null {
  const { status, proved } = useConnection();
  const notice = useOutageNotice();
  const isOnline = useOnline();
  const waiting = useUnsentCounts();
  switch (notice) {
    case 'none':
      return null;
    case 'over':
      return { kind: 'back', proved };
    case 'outage':
      if (status === 'polling') return { kind: 'polling' };
      return isOnline ? { kind: 'reconnecting' } : { kind: 'offline', waiting };
  }
}

function subscribeToOnline(listener: () => void): () => void {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}

/** The browser's guess about its connection: good enough for a text, not for a decision. */
function useOnline(): boolean {
  return useSyncExternalStore(
    subscribeToOnline,
    () => navigator.onLine,
    () => true,
  );
}
