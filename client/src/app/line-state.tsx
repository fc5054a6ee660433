import { useEffect, useState } from 'react';
import { ConnectionBar, type ConnectionState, type Waiting } from '../components/connection-bar.tsx';
import { useWaiting } from '../outbox/outbox-react.tsx';
import { useLive } from '../realtime/live-react.tsx';
import { useOnline } from './use-online.ts';

const BACK_MS = 3000;

/** Says when the line is gone, and for three seconds that it is back. */
export function LineState() {
  const { status, proved, wake } = useLive();
  const online = useOnline();
  const waiting = useWaiting();
  const lost = status === 'reconnecting' || status === 'refused';
  const [wasLost, setWasLost] = useState(false);
  if (lost && !wasLost) setWasLost(true);
  const back = wasLost && status === 'live';
  useEffect(() => {
    if (!back) return;
    const timer = setTimeout(() => setWasLost(false), BACK_MS);
    return () => clearTimeout(timer);
  }, [back]);
  return (
    <div className="line-state">
      <ConnectionBar
        state={status === 'polling' ? { kind: 'polling' } : stateOf({ lost, online, back, proved, waiting })}
        onRetry={wake}
      />
    </div>
  );
}

interface Facts {
  lost: boolean;
  online: boolean;
  back: boolean;
  proved: boolean;
  waiting: Waiting;
}

function stateOf({ lost, online, back, proved, waiting }: Facts): ConnectionState | null {
  if (lost) return online ? { kind: 'reconnecting' } : { kind: 'offline', waiting };
  return back ? { kind: 'back', proved } : null;
}
