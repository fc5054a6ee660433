import {
  createContext,
  useCallback,
  useLayoutEffect,
  useMemo,
  useState,
  useSyncExternalStore,
  type ReactNode,
} from 'react';
import type { Runtime } from '../runtime/runtime.ts';
import { useRequiredContext } from '../use-required-context.ts';
import { createPageClock, type Granularity, type PageClock } from './page-clock.ts';

/** The clock, and the server's time at which the page was rendered: the first time that hydration shows. */
const ClockContext = createContext<{ clock: PageClock; serverRenderedAt: number } | null>(null);

interface Props {
  now: () => number;
  runtime: Runtime;
  serverRenderedAt?: number | undefined;
  children: ReactNode;
}

/**
 * Provides the server's time to all ages and fuses.
 * @param now epoch milliseconds; a new function, passed when the offset changes, updates all subscribers at once
 * @param serverRenderedAt the time in the texts of a server-rendered page
 */
export function ClockProvider({ now, runtime, serverRenderedAt, children }: Props) {
  const [clock] = useState(() => createPageClock(now, runtime, serverRenderedAt));
  useLayoutEffect(() => clock.setTimeSource(now), [clock, now]);
  const value = useMemo(
    () => ({ clock, serverRenderedAt: serverRenderedAt ?? 0 }),
    [clock, serverRenderedAt],
  );
  return <ClockContext value={value}>{children}</ClockContext>;
}

/** The server's time, refreshed by the page's one timer. Use half seconds only in the last minute of a countdown. */
export function useNow(granularity: Granularity = 10_000): number {
  const { clock, serverRenderedAt } = useClock();
  const subscribe = useCallback(
    (onTick: () => void) => clock.subscribe(granularity, onTick),
    [clock, granularity],
  );
  return useSyncExternalStore(
    subscribe,
    () => clock.read(granularity),
    () => serverRenderedAt,
  );
}

/** The server's time for a countdown: every half second in its last minute, every ten seconds before. */
export function useNowUntil(end: number): number {
  const coarse = useNow();
  return useNow(end - coarse < 70_000 && end > coarse - 10_000 ? 500 : 10_000);
}

/** Whether a moment of the server's time has passed; renders again when it passes. */
export function useHasPassed(at: number): boolean {
  const { clock, serverRenderedAt } = useClock();
  const subscribe = useCallback((onReached: () => void) => clock.setAlarm(at, onReached), [clock, at]);
  return useSyncExternalStore(
    subscribe,
    () => clock.hasPassed(at),
    () => serverRenderedAt >= at,
  );
}

/** The exact server time, and timers by it. */
export function usePageTimers(): Pick<PageClock, 'now' | 'timers'> {
  return useClock().clock;
}

function useClock() {
  return useRequiredContext(ClockContext, 'ClockProvider');
}
