import { startTransition, useEffect, useState, useSyncExternalStore } from 'react';
import { runWhenIdle } from './run-when-idle.ts';
import { formatFullDate, formatFullDateInUtc } from '../clock/format-date.ts';

const subscribeToNothing = () => () => undefined;

/** From when a page that the server made is taken over until nothing else is to be done. */
let isHydrationRunning = false;

/** Must be told before the page is taken over. */
export function startHydration(): void {
  isHydrationRunning = true;
  runWhenIdle(() => (isHydrationRunning = false));
}

/**
 * Whether what is made first has to say what the server says. While a page is taken over that is its browser's answer too: were
 * it another, React would make each part that asks again at once and in one task.
 */
function useMustMatchServer(): boolean {
  return useSyncExternalStore(
    subscribeToNothing,
    () => isHydrationRunning,
    () => true,
  );
}

/**
 * Whether this is the server, or the browser's first look at what the server made: both must say the same. What is another
 * then is made in slices of its own: the task that took the page over does not wait for it.
 */
export function useHydrating(): boolean {
  const [hydrating, setHydrating] = useState(useMustMatchServer());
  useEffect(() => {
    if (hydrating) startTransition(() => setHydrating(false));
  }, [hydrating]);
  return hydrating;
}

/**
 * Words a moment in full and in local time. On a page that the server made it is UTC until the browser is idle: what a browser
 * knows of languages is read from its disk.
 */
export function useFullDateFormatter(): (moment: string | number) => string {
  const [inUtc, setInUtc] = useState(useMustMatchServer());
  useEffect(() => {
    if (!inUtc) return;
    const over = new AbortController();
    runWhenIdle(() => startTransition(() => setInUtc(false)), over.signal);
    return () => over.abort();
  }, [inUtc]);
  return inUtc ? formatFullDateInUtc : formatFullDate;
}
