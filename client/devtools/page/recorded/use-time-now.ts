import { useEffect, useState } from 'react';

const TICK_MS = 500;

const now = () => performance.timeOrigin + performance.now();

/** The time by the clock of a recording, updated while the recording runs. */
export function useTimeNow(isRunning: boolean): number {
  const [at, setAt] = useState(now);
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(() => setAt(now()), TICK_MS);
    return () => clearInterval(timer);
  }, [isRunning]);
  return at;
}
