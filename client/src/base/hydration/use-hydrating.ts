import { startTransition, useEffect, useState, useSyncExternalStore } from 'react';
import { formatFullDate, formatFullDateInUtc } from '../page/dates.ts';

const subscribeToNothing = () => () => undefined;

/** True from the start of hydration until the browser is idle. */
let isHydrationRunning = false;

/** Call before `hydrateRoot`. */
export function startHydration(): void {
  isHydrationRunning = true;
  runWhenIdle(() => (isHydrationRunning = false));
}

/**
 * Whether the first render must equal the server's. During hydration the client snapshot is equal too: a different one would
 * make React render each subscriber again, synchronously and in one task.
 */
function useMustMatchServer(): boolean {
  return useSyncExternalStore(
    subscribeToNothing,
    () => isHydrationRunning,
    () => true,
  );
}

/** Whether the component was mounted with the server's HTML; constant. */
export function useIsServerRendered(): boolean {
  const [isServerRendered] = useState(useMustMatchServer());
  return isServerRendered;
}

/**
 * True on the server and in the first render of hydration, which must be equal. The change to false is a transition, so that
 * the hydration task does not wait for it.
 */
export function useHydrating(): boolean {
  const [hydrating, setHydrating] = useState(useMustMatchServer());
  useEffect(() => {
    if (hydrating) startTransition(() => setHydrating(false));
  }, [hydrating]);
  return hydrating;
}

/**
 * Formats a full date in local time. On a server-rendered page in UTC until the browser is idle: the first use of `Intl` reads
 * locale data from disk.
 */
export function useFullDateFormatter(): (moment: string | number) => string {
  const [inUtc, setInUtc] = useState(useMustMatchServer());
  useEffect(() => {
    if (!inUtc) return;
    const abort = new AbortController();
    runWhenIdle(() => startTransition(() => setInUtc(false)), abort.signal);
    return () => abort.abort();
  }, [inUtc]);
  return inUtc ? formatFullDateInUtc : formatFullDate;
}

/** For Safari, which has no `requestIdleCallback`. */
const FALLBACK_DELAY_MS = 1000;
/** A browser may have no idle moment for longer. */
const IDLE_TIMEOUT_MS = 5000;

/** Calls `work` when the page is loaded and the browser is idle, at most five seconds later, unless the signal aborts. */
export function runWhenIdle(work: () => void, signal?: AbortSignal): void {
  const schedule = () => {
    if ('requestIdleCallback' in window) {
      const handle = requestIdleCallback(work, { timeout: IDLE_TIMEOUT_MS });
      signal?.addEventListener('abort', () => cancelIdleCallback(handle));
    } else {
      const timer = setTimeout(work, FALLBACK_DELAY_MS);
      signal?.addEventListener('abort', () => clearTimeout(timer));
    }
  };
  if (signal?.aborted) return;
  if (document.readyState === 'complete') schedule();
  else window.addEventListener('load', schedule, { once: true, ...(signal && { signal }) });
}
