import type { Runtime } from '../runtime/runtime.ts';
import { toActorClock } from '../runtime/to-actor-clock.ts';

/** How old the time of a subscriber may become, in milliseconds. */
export type Granularity = 500 | 10_000;

const GRANULARITIES = [500, 10_000] as const;

export type PageClock = {
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
