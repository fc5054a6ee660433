import { useDeferredValue, useSyncExternalStore } from 'react';
import { fullDate, fullDateInUtc } from './date-words.ts';

const never = () => () => undefined;

/**
 * Whether this is the server, or the browser's first look at what the server made: both must say the same. What is another
 * then is made in slices of its own: the task that took the page over does not wait for it.
 */
export function useHydrating(): boolean {
  const hydrating = useSyncExternalStore(
    never,
    () => false,
    () => true,
  );
  return useDeferredValue(hydrating);
}

/** Words a moment in full: in UTC on a page that the server made, and in local time at once afterwards. */
export function useFullDate(): (moment: string | number) => string {
  return useHydrating() ? fullDateInUtc : fullDate;
}
