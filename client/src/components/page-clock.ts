/** How often the words of a reader may grow old, in milliseconds. */
export type Granularity = 500 | 10_000;

/** What the clock needs of the document. */
export type Page = Pick<Document, 'visibilityState'> & EventTarget;

export type PageClock = {
  subscribe: (granularity: Granularity, onTick: () => void) => () => void;
  /** The time of the last tick; it stands still between ticks, as a render wants it. */
  read: (granularity: Granularity) => number;
};

/**
 * One timer for the whole page, however many ages and fuses are on it. It runs only while somebody listens, and
 * ticks at once when a hidden page comes back, before old words are painted.
 * @param now epoch milliseconds by the server's clock
 * @param page tells when it is seen again
 */
export function createPageClock(now: () => number, page: Page = document): PageClock {
  const listeners = new Map<() => void, Granularity>();
  const ticks = new Map<Granularity, number>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  function tick(force = false): void {
    const time = now();
    const due = ([500, 10_000] as const).filter(
      (granularity) => force || time - (ticks.get(granularity) ?? 0) >= granularity - 500,
    );
    for (const granularity of due) ticks.set(granularity, time);
    for (const [onTick, granularity] of [...listeners]) if (due.includes(granularity)) onTick();
  }

  function plan(): void {
    clearTimeout(timer);
    timer = undefined;
    if (listeners.size === 0) return;
    const step = [...listeners.values()].includes(500) ? 500 : 10_000;
    timer = setTimeout(
      () => {
        tick();
        plan();
      },
      step - (Date.now() % step),
    );
  }

  const wake = () => {
    if (page.visibilityState === 'visible') tick(true);
  };

  return {
    subscribe(granularity, onTick) {
      // A listener of its own, so that two readers may share one callback.
      const listener = () => onTick();
      if (listeners.size === 0) page.addEventListener('visibilitychange', wake);
      listeners.set(listener, granularity);
      plan();
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) page.removeEventListener('visibilitychange', wake);
        plan();
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
  };
}
