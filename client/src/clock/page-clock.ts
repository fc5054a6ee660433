/** How often the words of a reader may grow old, in milliseconds. */
export type Granularity = 500 | 10_000;

const GRANULARITIES = [500, 10_000] as const;

/** What the clock needs of the document. */
export type PageVisibility = Pick<Document, 'visibilityState'> & EventTarget;

export interface ClockEnvironment {
  /** The time in the words of a page that the server made: they stand until the first tick, unless they are older than any may get. */
  serverRenderedAt?: number | undefined;
  /** Tells when it is seen again; on the server, where nobody ever subscribes, there is none. */
  page?: PageVisibility;
}

export type PageClock = {
  subscribe: (granularity: Granularity, onTick: () => void) => () => void;
  /** The time of the last tick; it stands still between ticks, as a render wants it. */
  read: (granularity: Granularity) => number;
  /** Calls once a moment is reached, to the millisecond as far as the browser keeps its timers. */
  setAlarm: (at: number, onReached: () => void) => () => void;
  hasPassed: (at: number) => boolean;
  /** The very time, for whoever asks between renders. */
  now: () => number;
  /** The time was wrong: from now on this one counts, and everything is reworded at once. */
  setTimeSource: (now: () => number) => void;
  /** Timers that neither sleep through their moment nor are cut off by its distance; a machine may live by them. */
  timers: {
    setTimeout: (onReached: () => void, ms: number) => () => void;
    clearTimeout: (cancel: () => void) => void;
  };
};

/**
 * One timer for the whole page, however many ages, fuses and ends are on it. It runs only while somebody listens, and
 * ticks at once when a hidden page comes back, before old words are painted.
 * @param initialNow epoch milliseconds by the server's clock
 */
export function createPageClock(
  initialNow: () => number,
  { serverRenderedAt, page = globalThis.document }: ClockEnvironment = {},
): PageClock {
  let now = initialNow;
  const listeners = { 500: new Set<() => void>(), 10_000: new Set<() => void>() };
  const alarms = new Map<() => void, number>();
  const ticks = new Map<Granularity, number>();
  if (serverRenderedAt !== undefined)
    for (const granularity of GRANULARITIES) ticks.set(granularity, serverRenderedAt);
  let showsServerTime = serverRenderedAt !== undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
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

  /** How long to sleep: until the next even step, or the next alarm if that is sooner. */
  function msUntilNextTick(): number {
    const step = listeners[500].size > 0 ? 500 : 10_000;
    let soonest = step - (Date.now() % step);
    const time = now();
    for (const at of alarms.values()) soonest = Math.min(soonest, at - time);
    return Math.max(0, soonest);
  }

  function scheduleTick(ms: number): void {
    clearTimeout(timer);
    nextTickAt = Date.now() + ms;
    timer = setTimeout(() => {
      tick();
      reschedule();
    }, ms);
  }

  /** After the last alarm nobody may be left to listen: whoever comes next finds the clock as it was at first. */
  function reschedule(): void {
    if (hasNoListeners()) stopIfUnused();
    else scheduleTick(msUntilNextTick());
  }

  /** A newcomer only ever shortens the sleep, so thousands of them cost one timer. */
  function startTimer(ms: number): void {
    if (timer === undefined) page.addEventListener('visibilitychange', tickWhenVisible);
    if (timer === undefined || Date.now() + ms < nextTickAt) scheduleTick(Math.max(0, ms));
  }

  function stopIfUnused(): void {
    if (!hasNoListeners()) return;
    clearTimeout(timer);
    timer = undefined;
    page.removeEventListener('visibilitychange', tickWhenVisible);
  }

  function tickWhenVisible(): void {
    if (page.visibilityState === 'visible') tick(true);
  }

  function alarm(at: number, onReached: () => void): () => void {
    if (at === Infinity) return () => undefined;
    const listener = () => onReached();
    alarms.set(listener, at);
    // Ten seconds are far enough ahead: the clock looks again then, and no timer gets a month.
    startTimer(Math.min(at - now(), 10_000));
    return () => {
      alarms.delete(listener);
      stopIfUnused();
    };
  }

  return {
    subscribe(granularity, onTick) {
      // A listener of its own, so that two readers may share one callback.
      const listener = () => onTick();
      listeners[granularity].add(listener);
      startTimer(granularity - (Date.now() % granularity));
      return () => {
        listeners[granularity].delete(listener);
        stopIfUnused();
      };
    },
    read(granularity) {
      const last = ticks.get(granularity);
      // Nobody kept it fresh: the last reader left, or this is the first.
      if (last !== undefined && Math.abs(now() - last) < 2 * granularity) return last;
      const time = now();
      ticks.set(granularity, time);
      return time;
    },
    setAlarm: alarm,
    hasPassed: (at) => now() >= at,
    now: () => now(),
    setTimeSource(next) {
      if (next === now) return;
      now = next;
      tick(true);
      if (timer !== undefined) reschedule();
    },
    timers: {
      setTimeout: (onReached, ms) => alarm(now() + ms, onReached),
      clearTimeout: (cancel) => cancel(),
    },
  };
}
