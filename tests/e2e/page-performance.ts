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
  args: { name?: string };
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
  await browser.startTracing(page, { categories: ['toplevel'] });
  await work();
  const trace = await browser.stopTracing();
  const { traceEvents } = JSON.parse(trace.toString()) as { traceEvents: TraceEvent[] };
  const threadOf = ({ pid, tid }: TraceEvent) => `${String(pid)} ${String(tid)}`;
  const mains = new Set(
    traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain')
      .map(threadOf),
  );
  const tasks = traceEvents.filter((event) => event.tdur !== undefined && mains.has(threadOf(event)));
  return tasks
    .map(({ tdur = 0 }) => Math.round(tdur / 1000))
    .sort((a, b) => b - a)
    .slice(0, 10);
}
