import { startTransition, useDeferredValue, useEffect, useState, useSyncExternalStore } from 'react';
import { whenIdle } from '../when-idle.ts';
import { fullDate, fullDateInUtc } from './date-words.ts';

const never = () => () => undefined;

/** Whether this is the server, or the browser's very first look at what the server made. */
function useFirstLook(): boolean {
  return useSyncExternalStore(
    never,
    () => false,
    () => true,
  );
}

/**
 * Whether this is the server, or the browser's first look at what the server made: both must say the same. What is another
 * then is made in slices of its own: the task that took the page over does not wait for it.
 */
export function useHydrating(): boolean {
  return useDeferredValue(useFirstLook());
}

/**
 * Words a moment in full and in local time. On a page that the server made it is UTC until the browser is idle: what a browser
 * knows of languages is read from its disk.
 */
export function useFullDate(): (moment: string | number) => string {
  const isFirst = useFirstLook();
  const [inUtc, setInUtc] = useState(isFirst);
  useEffect(() => {
    if (!inUtc) return;
    const over = new AbortController();
    whenIdle(() => startTransition(() => setInUtc(false)), over.signal);
    return () => over.abort();
  }, [inUtc]);
  return inUtc ? fullDateInUtc : fullDate;
}
