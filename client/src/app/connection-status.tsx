import { useEffect, useState } from 'react';
import { ConnectionBar, type ConnectionBarState, type UnsentCounts } from '../ui/connection-bar.tsx';
import { useUnsentCounts } from '../outbox/outbox-react.tsx';
import { useConnection } from '../realtime/realtime-react.tsx';
import { useOnline } from './use-online.ts';

const BACK_ONLINE_MS = 3000;

/** Says when the line is gone, and for three seconds that it is back. */
export function ConnectionStatus() {
  const { status, proved, checkAlive } = useConnection();
  const online = useOnline();
  const waiting = useUnsentCounts();
  const lost = status === 'reconnecting' || status === 'refused';
  const [wasLost, setWasLost] = useState(false);
  if (lost && !wasLost) setWasLost(true);
  const back = wasLost && status === 'live';
  useEffect(() => {
    if (!back) return;
    const timer = setTimeout(() => setWasLost(false), BACK_ONLINE_MS);
    return () => clearTimeout(timer);
  }, [back]);
  return (
    <div className="line-state">
      <ConnectionBar
        state={
          status === 'polling' ? { kind: 'polling' } : toBarState({ lost, online, back, proved, waiting })
        }
        onRetry={checkAlive}
      />
    </div>
  );
}

interface ConnectionFacts {
  lost: boolean;
  online: boolean;
  back: boolean;
  proved: boolean;
  waiting: UnsentCounts;
}

function toBarState({ lost, online, back, proved, waiting }: ConnectionFacts): ConnectionBarState | null {
  if (lost) return online ? { kind: 'reconnecting' } : { kind: 'offline', waiting };
  return back ? { kind: 'back', proved } : null;
}
