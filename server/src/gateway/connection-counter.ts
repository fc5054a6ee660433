/** Counts open connections by key: a person's `sub` or a network address. */
export interface ConnectionCounter {
  count(key: string): number;
  /** @returns releases the connection; repeating it does nothing */
  acquire(key: string): () => void;
}

export function createConnectionCounter(): ConnectionCounter {
  const counts = new Map<string, number>();
  const count = (key: string) => counts.get(key) ?? 0;
  return {
    count,
    acquire(key) {
      counts.set(key, count(key) + 1);
      let isReleased = false;
      return () => {
        if (isReleased) return;
        isReleased = true;
        const left = count(key) - 1;
        if (left > 0) counts.set(key, left);
        else counts.delete(key);
      };
    },
  };
}
