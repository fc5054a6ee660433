import { randomUUID } from 'node:crypto';
import type { Browser, Page } from 'playwright-core';

/** What a page holds after garbage collection. */
export interface PageMemory {
  /** Bytes of the JavaScript heap. */
  heap: number;
  /** DOM nodes. */
  nodes: number;
}

export async function measurePageMemory(page: Page): Promise<PageMemory> {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize: heap } = await session.send('Runtime.getHeapUsage');
  const { nodes } = await session.send('Memory.getDOMCounters');
  await session.detach();
  return { heap, nodes };
}

interface TraceEvent {
  name: string;
  pid: number;
  tid: number;
  /** Start and duration, in microseconds. */
  ts: number;
  dur?: number;
  /** Microseconds of processor time of the thread itself. */
  tdur?: number;
}

/**
 * The longest tasks of a page's main thread during some work, in milliseconds, longest first. Only the thread's own processor
 * time counts, so other load on the machine does not.
 */
export async function measureLongestTasks(
  browser: Browser,
  page: Page,
  work: () => Promise<void>,
): Promise<number[]> {
  await browser.startTracing(page, { categories: ['toplevel', 'blink.user_timing'] });
  await work();
  const mark = randomUUID();
  await page.evaluate((name) => void performance.mark(name), mark);
  const trace = await browser.stopTracing();
  const { traceEvents } = JSON.parse(trace.toString()) as { traceEvents: TraceEvent[] };
  const threadOf = ({ pid, tid }: TraceEvent) => `${String(pid)} ${String(tid)}`;
  // The trace is one of the browser, whose other pages belong to tests that run beside this one.
  const marked = traceEvents.find(({ name }) => name === mark);
  if (!marked) throw new Error('The trace does not have the mark of the page');
  const events = traceEvents
    .filter((event) => event.tdur !== undefined && threadOf(event) === threadOf(marked))
    .sort((a, b) => a.ts - b.ts || (b.dur ?? 0) - (a.dur ?? 0));
  // A task that handles a message of another process is traced twice: as task, and as message within it.
  let end = -Infinity;
  const tasks = events.filter(({ ts, dur = 0 }) => {
    const isOutermost = ts >= end;
    if (isOutermost) end = ts + dur;
    return isOutermost;
  });
  return tasks
    .map(({ tdur = 0 }) => Math.round(tdur / 1000))
    .sort((a, b) => b - a)
    .slice(0, 10);
}
