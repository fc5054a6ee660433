import { readFileSync } from 'node:fs';
import { PerformanceObserver } from 'node:perf_hooks';

const SAMPLE_EVERY_MS = 1;

interface Span {
  start: number;
  end: number;
}

interface Sample extends Span {
  /** Milliseconds in which the thread could run, and no processor was free. */
  waitedMs: number;
}

/**
 * Measures for how long, at most, the event loop of this process is blocked while work runs elsewhere. Garbage collections are
 * subtracted: which call one interrupts is chance, and they take as long in an idle process of this size. So is the time without a
 * processor, which the load, the store and the threads of this machine took. Linux only.
 */
export async function measureLongestDelay(work: () => Promise<unknown>): Promise<number> {
  const collections: Span[] = [];
  const observer = new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries())
      collections.push({ start: startTime, end: startTime + duration });
  });
  observer.observe({ entryTypes: ['gc'] });
  const samples: Sample[] = [];
  let last = performance.now();
  let lastWaitedMs = readWaitedMs();
  const sampler = setInterval(() => {
    const now = performance.now();
    const waitedMs = readWaitedMs();
    samples.push({ start: last, end: now, waitedMs: waitedMs - lastWaitedMs });
    last = now;
    lastWaitedMs = waitedMs;
  }, SAMPLE_EVERY_MS);
  await work();
  clearInterval(sampler);
  // Entries arrive after the collection.
  await new Promise((resolve) => setImmediate(resolve));
  observer.disconnect();
  const delays = samples.map(({ start, end, waitedMs }) => {
    const collectingMs = collections.reduce(
      (sum, span) => sum + Math.max(0, Math.min(end, span.end) - Math.max(start, span.start)),
      0,
    );
    return end - start - collectingMs - waitedMs - SAMPLE_EVERY_MS;
  });
  return Math.max(...delays);
}

/** How long the main thread has waited for a processor, in milliseconds (`Documentation/scheduler/sched-stats.rst` of Linux). */
function readWaitedMs(): number {
  const [, waitedNs] = readFileSync('/proc/thread-self/schedstat', 'utf8').split(' ');
  return Number(waitedNs) / 1e6;
}
