/**
 * Shares one read between callers: one runs at a time, and all who call meanwhile share the next one, so that each answer is of a
 * read that began after its call.
 * @param read gets the different keys of its callers
 */
export function shareNextRead<K, T>(
  read: (keys: readonly K[]) => Promise<T>,
): (keys: readonly K[]) => Promise<T> {
  let queued = new Set<K>();
  let inFlight: Promise<unknown> = Promise.resolve();
  let next: Promise<T> | undefined;

  async function readNext(before: Promise<unknown>): Promise<T> {
    await before.catch(() => undefined);
    const keys = [...queued];
    queued = new Set();
    next = undefined;
    return read(keys);
  }

  return (keys) => {
    for (const key of keys) queued.add(key);
    if (!next) inFlight = next = readNext(inFlight);
    return next;
  };
}
