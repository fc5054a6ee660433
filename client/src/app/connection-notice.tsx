import { useSyncExternalStore } from 'react';
import { ConnectionPill, type ConnectionPillState } from '../ui/connection-pill.tsx';
import { useUnsentCounts } from '../outbox/outbox-react.tsx';
import { useConnection, useOutageNotice } from '../realtime/realtime-react.tsx';

/** The connection pill with the state of this page. */
export function ConnectionNotice() {
  const { checkAlive } = useConnection();
  const state = usePillState();
  return state && <ConnectionPill state={state} onRetry={checkAlive} />;
}

function usePillState(): ConnectionPillState | null {
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
