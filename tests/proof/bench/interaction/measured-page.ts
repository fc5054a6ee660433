import type { CDPSession, Page } from 'playwright-core';

/** The shortest duration that the Event Timing API reports; anything faster counts as this. */
export const SHORTEST_MS = 16;
/** A press that hits another element than meant, because a row moved, has no result. */
const WAIT_MAX_MS = 5000;

/** One event of a press or key. */
interface InputEntry {
  /** Of the interaction. */
  id: number;
  startTime: number;
  /** Milliseconds to the paint that follows its handlers. */
  duration: number;
}

/** A page whose interactions are recorded from its first document on. */
export interface MeasuredPage {
  page: Page;
  session: CDPSession;
  /**
   * Gives some input, and waits for its result. @param input returns a selector that the result matches
   * @returns the durations of the interactions, in milliseconds; null without a result
   */
  measure: (input: () => Promise<string>) => Promise<number[] | null>;
}

export async function openMeasuredPage(page: Page): Promise<MeasuredPage> {
  const session = await page.context().newCDPSession(page);
  await page.addInitScript(recordInteractions, SHORTEST_MS);
  return {
    page,
    session,
    async measure(input) {
      const from = await page.evaluate(() => performance.now());
      const shown = await input();
      const isShown = await page.evaluate(waitUntilShown, { shown, waitMaxMs: WAIT_MAX_MS });
      const entries = await page.evaluate(readEntries);
      return isShown ? listDurations(entries.filter(({ startTime }) => startTime >= from)) : null;
    },
  };
}

/** One interaction has several events, such as `pointerup` and `click`; the slowest counts. */
function listDurations(entries: readonly InputEntry[]): number[] {
  const slowest = new Map<number, number>();
  for (const { id, duration } of entries) slowest.set(id, Math.max(duration, slowest.get(id) ?? 0));
  return [...slowest.values()];
}

/** Runs in the page, where functions with names fail: the compiler adds a helper to them that the page lacks. */
function recordInteractions(shortestMs: number): void {
  const inputEntries: InputEntry[] = [];
  Object.assign(globalThis, { inputEntries });
  new PerformanceObserver((list) => {
    for (const { interactionId: id, startTime, duration } of list.getEntries() as PerformanceEventTiming[]) {
      // Hovers and scrolling are no interactions.
      if (id) inputEntries.push({ id, startTime, duration });
    }
  }).observe({ type: 'event', durationThreshold: shortestMs } as PerformanceObserverInit);
}

/** Runs in the page. @returns false when no element matches in time */
async function waitUntilShown({ shown, waitMaxMs }: { shown: string; waitMaxMs: number }) {
  const deadline = performance.now() + waitMaxMs;
  while (!document.querySelector(shown)) {
    if (performance.now() > deadline) return false;
    await new Promise(requestAnimationFrame);
  }
  return true;
}

/** Runs in the page, which reports an interaction some frames after its paint. */
async function readEntries(): Promise<InputEntry[]> {
  for (let frame = 0; frame < 6; frame += 1) await new Promise(requestAnimationFrame);
  return (globalThis as unknown as { inputEntries: InputEntry[] }).inputEntries.splice(0);
}
