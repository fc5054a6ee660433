import type { Clock } from './clock.ts';

/**
 * Remembers what a read gave for some time. Calls that come while it is read share that one read; a failure is not remembered.
 */
export function cacheFor<T>(clock: Clock, maxAgeMs: number, read: () => Promise<T>): () => Promise<T> {
  let cached: { until: number; value: Promise<T> } | undefined;

  return () => {
    const now = clock.now().getTime();
    if (cached && now < cached.until) return cached.value;
    const entry = { until: now + maxAgeMs, value: read() };
    cached = entry;
    entry.value.catch(() => {
      if (cached === entry) cached = undefined;
    });
    return entry.value;
  };
}
