import { useEffect, useState, useSyncExternalStore } from 'react';
import { ConnectionBar, type ConnectionBarState, type UnsentCounts } from '../ui/connection-bar.tsx';
import { useUnsentCounts } from '../outbox/outbox-react.tsx';
import { useConnection } from '../realtime/realtime-react.tsx';

const BACK_ONLINE_MS = 3000;

/** Shows that the connection is lost, and for three seconds that it is back. */
export function ConnectionStatus() {
  const { status, proved, checkAlive } = useConnection();
  const isOnline = useOnline();
  const unsent = useUnsentCounts();
  const isLost = status === 'reconnecting' || status === 'refused';
  const [wasLost, setWasLost] = useState(false);
  if (isLost && !wasLost) setWasLost(true);
  const isBack = wasLost && status === 'live';
  useEffect(() => {
    if (!isBack) return;
    const timer = setTimeout(() => setWasLost(false), BACK_ONLINE_MS);
    return () => clearTimeout(timer);
  }, [isBack]);
  return (
    <div className="connection-status">
      <ConnectionBar
        state={
          status === 'polling'
            ? { kind: 'polling' }
            : toBarState({ isLost, isOnline, isBack, proved, unsent })
        }
        onRetry={checkAlive}
      />
    </div>
  );
}

interface ConnectionFacts {
  isLost: boolean;
  isOnline: boolean;
  isBack: boolean;
  proved: boolean;
  unsent: UnsentCounts;
}

function toBarState({
  isLost,
  isOnline,
  isBack,
  proved,
  unsent,
}: ConnectionFacts): ConnectionBarState | null {
  if (isLost) return isOnline ? { kind: 'reconnecting' } : { kind: 'offline', waiting: unsent };
  return isBack ? { kind: 'back', proved } : null;
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
