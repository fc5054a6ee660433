import { useCallback, useLayoutEffect, useMemo, useState, useSyncExternalStore, type ReactNode } from 'react';
import { type Runtime, toActorClock } from '../runtime/runtime.ts';
import { createRequiredContext } from '../page/required-context.ts';

/** The clock, and the server's time at which the page was rendered: the first time that hydration shows. */
const [ClockContext, useClock] = createRequiredContext<{ clock: PageClock; serverRenderedAt: number }>(
  'ClockContext',
);

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

/**
 * The seconds until a moment of the server's time, rounded up; 0 once it has passed.
 * @param longest the whole wait in milliseconds: it begins between two ticks, so the first ones counted may be from before
 */
export function useSecondsUntil(moment: number, longest: number): number {
  const now = useNow(500);
  return Math.ceil(Math.min(Math.max(0, moment - now), longest) / 1000);
}

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

/** How old the time of a subscriber may become, in milliseconds. */
type Granularity = 500 | 10_000;

const GRANULARITIES = [500, 10_000] as const;

type PageClock = {
  subscribe: (granularity: Granularity, onTick: () => void) => () => void;
  /** The time of the last tick: constant between ticks, so that renders are pure. */
  read: (granularity: Granularity) => number;
  /** Calls back when a moment is reached, to the millisecond as far as the browser's timers allow. @returns cancels */
  setAlarm: (at: number, onReached: () => void) => () => void;
  hasPassed: (at: number) => boolean;
  /** The exact time. Not for renders. */
  now: () => number;
  /** Replaces the source of the time, and notifies all subscribers at once. */
  setTimeSource: (now: () => number) => void;
  /** Timers for a machine: not delayed in a page that was hidden, and not limited to the 24.8 days of `setTimeout`. */
  timers: ReturnType<typeof toActorClock>;
};

/**
 * One timer for all ages, fuses and expiries of the page. It runs only while there are subscribers, and ticks at once when a
 * hidden page becomes visible, before stale texts are painted.
 * @param initialNow epoch milliseconds by the server's clock
 * @param serverRenderedAt the time in the texts of a server-rendered page: read until the first tick, unless it is older than
 * two ticks
 */
export function createPageClock(
  initialNow: () => number,
  runtime: Pick<Runtime, 'now' | 'timers' | 'page'>,
  serverRenderedAt?: number,
): PageClock {
  let now = initialNow;
  const listeners = { 500: new Set<() => void>(), 10_000: new Set<() => void>() };
  const alarms = new Map<() => void, number>();
  const ticks = new Map<Granularity, number>();
  if (serverRenderedAt !== undefined)
    for (const granularity of GRANULARITIES) ticks.set(granularity, serverRenderedAt);
  let showsServerTime = serverRenderedAt !== undefined;
  let cancelTick: (() => void) | undefined;
  let nextTickAt = Infinity;

  const hasNoListeners = () => listeners[500].size + listeners[10_000].size + alarms.size === 0;

  function tick(force = showsServerTime): void {
    const time = now();
    showsServerTime = false;
    for (const granularity of GRANULARITIES) {
      if (!force && time - (ticks.get(granularity) ?? 0) < granularity - 500) continue;
      ticks.set(granularity, time);
      for (const onTick of [...listeners[granularity]]) onTick();
    }
    for (const [onReached, at] of [...alarms])
      if (at <= time) {
        alarms.delete(onReached);
        onReached();
      }
  }

  /** The time to the next multiple of the finest granularity in use, or to the next alarm if that is sooner. */
  function msUntilNextTick(): number {
    const step = listeners[500].size > 0 ? 500 : 10_000;
    let soonest = step - (runtime.now() % step);
    const time = now();
    for (const at of alarms.values()) soonest = Math.min(soonest, at - time);
    return Math.max(0, soonest);
  }

  function scheduleTick(ms: number): void {
    cancelTick?.();
    nextTickAt = runtime.now() + ms;
    cancelTick = runtime.timers.after(ms, () => {
      tick();
      reschedule();
    });
  }

  function reschedule(): void {
    if (hasNoListeners()) stopIfUnused();
    else scheduleTick(msUntilNextTick());
  }

  /** A new subscriber can only shorten the wait, so thousands of them share one timer. */
  function startTimer(ms: number): void {
    if (!cancelTick || runtime.now() + ms < nextTickAt) scheduleTick(Math.max(0, ms));
  }

  function stopIfUnused(): void {
    if (!hasNoListeners()) return;
    cancelTick?.();
    cancelTick = undefined;
  }

  function setAlarm(at: number, onReached: () => void): () => void {
    if (at === Infinity) return () => undefined;
    const listener = () => onReached();
    alarms.set(listener, at);
    // The clock reschedules every ten seconds, so a distant alarm needs no timer of its own.
    startTimer(Math.min(at - now(), 10_000));
    return () => {
      alarms.delete(listener);
      stopIfUnused();
    };
  }

  runtime.page.on('visibilitychange', () => {
    if (cancelTick && runtime.page.isVisible()) tick(true);
  });
  return {
    subscribe(granularity, onTick) {
      // A wrapper, so that two subscribers may share one callback.
      const listener = () => onTick();
      listeners[granularity].add(listener);
      startTimer(granularity - (runtime.now() % granularity));
      return () => {
        listeners[granularity].delete(listener);
        stopIfUnused();
      };
    },
    read(granularity) {
      const last = ticks.get(granularity);
      // Stale or missing: without subscribers nothing ticks.
      if (last !== undefined && Math.abs(now() - last) < 2 * granularity) return last;
      const time = now();
      ticks.set(granularity, time);
      return time;
    },
    setAlarm,
    hasPassed: (at) => now() >= at,
    now: () => now(),
    setTimeSource(next) {
      if (next === now) return;
      now = next;
      tick(true);
      if (cancelTick) reschedule();
    },
    timers: toActorClock({ after: (ms, onReached) => setAlarm(now() + ms, onReached) }),
  };
}
