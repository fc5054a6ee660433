/** Keys in one read. A store that reads for everyone at once, as after a restart, would answer all of them too late. */
const KEYS_MAX = 500;

/**
 * Shares one read between callers: one runs at a time, and those who call meanwhile share the next ones, so that each answer is of a
 * read that began after its call.
 * @param read gets the different keys of its callers, 500 at most unless one caller has more
 */
export function shareNextRead<K, T>(
  read: (keys: readonly K[]) => Promise<T>,
): (keys: readonly K[]) => Promise<T> {
  let inFlight: Promise<unknown> = Promise.resolve();
  let next: { keys: Set<K>; answer: Promise<T> } | undefined;

  async function readAfter(before: Promise<unknown>, keys: Set<K>): Promise<T> {
    await before.catch(() => undefined);
    if (next?.keys === keys) next = undefined;
    return read([...keys]);
  }

  return (keys) => {
    if (!next || next.keys.size >= KEYS_MAX) {
      const asked = new Set<K>();
      next = { keys: asked, answer: readAfter(inFlight, asked) };
      inFlight = next.answer;
    }
    for (const key of keys) next.keys.add(key);
    return next.answer;
  };
}
