import type { Clock } from './clock.ts';

/** Caches the result of a read for `maxAgeMs`. Concurrent calls share one read; a failure is not cached. */
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
