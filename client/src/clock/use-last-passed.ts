import { useCallback, useSyncExternalStore } from 'react';
import { usePageTimers } from './clock-react.tsx';

/**
 * The last of some moments of the server's time that has passed, or -Infinity; renders again when the next one passes.
 * @param moments epoch milliseconds, ascending. Must keep its identity
 */
export function useLastPassed(moments: readonly number[]): number {
  const { now, timers } = usePageTimers();
  const subscribe = useCallback(
    (onPassed: () => void) => {
      let cancel: () => void = () => undefined;
      const waitForNext = () => {
        const next = moments.find((moment) => moment > now());
        if (next === undefined) return;
        cancel = timers.setTimeout(() => {
          waitForNext();
          onPassed();
        }, next - now());
      };
      waitForNext();
      return () => cancel();
    },
    [moments, now, timers],
  );
  const read = () => moments.findLast((moment) => moment <= now()) ?? -Infinity;
  return useSyncExternalStore(subscribe, read, read);
}
