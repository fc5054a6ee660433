import type { CDPSession, Page } from 'playwright-core';

/** The shortest duration that the Event Timing API reports; anything faster counts as this. */
export const SHORTEST_MS = 16;
/** A press that hits another element than meant, because a row moved, has no result. */
const WAIT_MAX_MS = 5000;

/** One press or key, from the browser's input event to the next paint. */
export interface Interaction {
  startTime: number;
  /** Milliseconds to the paint that follows its handlers. */
  duration: number;
  /** Milliseconds of them in its handlers. */
  handlers: number;
}

/** What some input took. */
export interface Measured {
  interactions: Interaction[];
  /** Milliseconds from the last input event to the frame that shows the result. */
  shownMs: number;
  /** The main thread's processor time until then, in milliseconds, with that of the live inserts. */
  threadMs: number;
}

interface PageRecords {
  entries: { id: number; startTime: number; duration: number; handlers: number }[];
  lastInput: number;
}

/** A page whose interactions are recorded from its first document on. */
export interface MeasuredPage {
  page: Page;
  session: CDPSession;
  /** Gives some input, and waits for its result. @param input returns a selector that the result matches. @returns null without a result */
  measure: (input: () => Promise<string>) => Promise<Measured | null>;
}

export async function openMeasuredPage(page: Page): Promise<MeasuredPage> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  await page.addInitScript(recordInteractions, SHORTEST_MS);
  return {
    page,
    session,
    async measure(input) {
      const from = await page.evaluate(() => performance.now());
      const threadBefore = await readThreadTime(session);
      const shown = await input();
      const shownAt = await page.evaluate(waitUntilShown, { shown, waitMaxMs: WAIT_MAX_MS });
      const threadMs = (await readThreadTime(session)) - threadBefore;
      const { entries, lastInput } = await page.evaluate(readRecords);
      if (shownAt === null) return null;
      const interactions = groupByInteraction(entries.filter(({ startTime }) => startTime >= from));
      return { interactions, shownMs: shownAt - lastInput, threadMs };
    },
  };
}

/** One interaction has several events, such as `pointerup` and `click`; the slowest counts. */
function groupByInteraction(entries: PageRecords['entries']): Interaction[] {
  const groups = new Map<number, Interaction>();
  for (const { id, startTime, duration, handlers } of entries) {
    const known = groups.get(id);
    if (!known || duration > known.duration) groups.set(id, { startTime, duration, handlers });
  }
  return [...groups.values()];
}

async function readThreadTime(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? NaN) * 1000;
}

/** Runs in the page, where functions with names fail: the compiler adds a helper to them that the page lacks. */
function recordInteractions(shortestMs: number): void {
  const records: PageRecords = { entries: [], lastInput: 0 };
  Object.assign(globalThis, { interactionRecords: records });
  for (const type of ['pointerup', 'keydown'])
    addEventListener(type, ({ timeStamp }) => (records.lastInput = timeStamp), { capture: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as PerformanceEventTiming[]) {
      // Hovers and scrolling are no interactions.
      if (!entry.interactionId) continue;
      const { interactionId: id, startTime, duration, processingStart, processingEnd } = entry;
      records.entries.push({ id, startTime, duration, handlers: processingEnd - processingStart });
    }
  }).observe({ type: 'event', durationThreshold: shortestMs } as PerformanceObserverInit);
}

/** Runs in the page. @returns the time of the frame in which an element matches; null if none does in time */
async function waitUntilShown({ shown, waitMaxMs }: { shown: string; waitMaxMs: number }) {
  const deadline = performance.now() + waitMaxMs;
  while (!document.querySelector(shown)) {
    if (performance.now() > deadline) return null;
    await new Promise(requestAnimationFrame);
  }
  // After the paint of this frame.
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  return performance.now();
}

/** Runs in the page, which reports an interaction some frames after its paint. */
async function readRecords(): Promise<PageRecords> {
  for (let frame = 0; frame < 6; frame += 1) await new Promise(requestAnimationFrame);
  const { interactionRecords } = globalThis as unknown as { interactionRecords: PageRecords };
  const records = structuredClone(interactionRecords);
  interactionRecords.entries = [];
  return records;
}
