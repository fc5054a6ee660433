import {
  createContext,
  use,
  useCallback,
  useLayoutEffect,
  useMemo,
  useState,
  useSyncExternalStore,
  type ReactNode,
} from 'react';
import { createPageClock, type Granularity, type PageClock } from './page-clock.ts';

/** The clock, and the server's time at which the page was made that is shown first. */
const ClockContext = createContext({ clock: createPageClock(Date.now), madeAt: 0 });

/**
 * Gives all ages and fuses the server's time.
 * @param now epoch milliseconds; pass a new function when the offset changes, and everything is reworded at once
 * @param madeAt the time in the words of a page that the server made
 */
export function ClockProvider({ now, serverRenderedAt, children }: Props) {
  const [clock] = useState(() => createPageClock(now, { serverRenderedAt }));
  useLayoutEffect(() => clock.setTimeSource(now), [clock, now]);
  const value = useMemo(() => ({ clock, madeAt: serverRenderedAt ?? 0 }), [clock, serverRenderedAt]);
  return <ClockContext value={value}>{children}</ClockContext>;
}

type Props = { now: () => number; serverRenderedAt?: number | undefined; children: ReactNode };

/** The server's time, refreshed by the page's one timer. Ask for half seconds only where a minute matters. */
export function useNow(granularity: Granularity = 10_000): number {
  const { clock, madeAt } = use(ClockContext);
  const subscribe = useCallback(
    (onTick: () => void) => clock.subscribe(granularity, onTick),
    [clock, granularity],
  );
  return useSyncExternalStore(
    subscribe,
    () => clock.read(granularity),
    () => madeAt,
  );
}

/** The same for something that ends: twice a second in its last minute, calmer before. */
export function useNowUntil(end: number): number {
  const calm = useNow();
  return useNow(end - calm < 70_000 && end > calm - 10_000 ? 500 : 10_000);
}

/** Whether a moment of the server's time is over; renders again in the very moment in which it is. */
export function useHasPassed(at: number): boolean {
  const { clock, madeAt } = use(ClockContext);
  const subscribe = useCallback((onReached: () => void) => clock.setAlarm(at, onReached), [clock, at]);
  return useSyncExternalStore(
    subscribe,
    () => clock.hasPassed(at),
    () => madeAt >= at,
  );
}

/** The server's very time, and timers that go by it. */
export function usePageTimers(): Pick<PageClock, 'now' | 'timers'> {
  return use(ClockContext).clock;
}
