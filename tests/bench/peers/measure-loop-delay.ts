import { PerformanceObserver } from 'node:perf_hooks';

const SAMPLE_EVERY_MS = 1;

interface Span {
  start: number;
  end: number;
}

/**
 * Measures for how long, at most, the event loop of this process is blocked while work runs elsewhere. Garbage collections are
 * subtracted: which call one interrupts is chance, and they take as long in an idle process of this size.
 */
export async function measureLongestDelay(work: () => Promise<unknown>): Promise<number> {
  const collections: Span[] = [];
  const observer = new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries())
      collections.push({ start: startTime, end: startTime + duration });
  });
  observer.observe({ entryTypes: ['gc'] });
  const samples: Span[] = [];
  let last = performance.now();
  const sampler = setInterval(() => {
    const now = performance.now();
    samples.push({ start: last, end: now });
    last = now;
  }, SAMPLE_EVERY_MS);
  await work();
  clearInterval(sampler);
  // Entries arrive after the collection.
  await new Promise((resolve) => setImmediate(resolve));
  observer.disconnect();
  const delays = samples.map(({ start, end }) => {
    const collectingMs = collections.reduce(
      (sum, span) => sum + Math.max(0, Math.min(end, span.end) - Math.max(start, span.start)),
      0,
    );
    return end - start - collectingMs - SAMPLE_EVERY_MS;
  });
  return Math.max(...delays);
}
