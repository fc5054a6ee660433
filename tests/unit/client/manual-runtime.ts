import type { PageState, Runtime } from '../../../client/src/runtime/runtime.ts';

interface Timer {
  at: number;
  everyMs?: number;
  run: () => void;
}

/** A runtime without anything of the machine: its time passes only in `advance`, and its numbers repeat. */
export function createManualRuntime(page: PageState): Runtime & { advance(ms: number): Promise<void> } {
  let now = 1_000_000;
  let count = 0;
  const timers = new Set<Timer>();
  const start = (timer: Timer) => {
    timers.add(timer);
    return () => void timers.delete(timer);
  };
  const findNext = (until: number) =>
    [...timers].filter(({ at }) => at <= until).sort((one, other) => one.at - other.at)[0];
  return {
    now: () => now,
    random: () => 0.5,
    newId: () => `id-${(count += 1)}`,
    page,
    timers: {
      after: (ms, run) => start({ at: now + ms, run }),
      every: (ms, run) => start({ at: now + ms, everyMs: ms, run }),
    },
    async advance(ms) {
      const end = now + ms;
      await settle();
      for (let timer = findNext(end); timer; timer = findNext(end)) {
        now = timer.at;
        if (timer.everyMs === undefined) timers.delete(timer);
        else timer.at += timer.everyMs;
        timer.run();
        await settle();
      }
      now = end;
    },
  };
}

/** Promises that are resolved lead to others; more steps than any of the chains has. */
async function settle(): Promise<void> {
  for (let step = 0; step < 100; step++) await Promise.resolve();
}
