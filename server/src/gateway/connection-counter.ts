/** How many connections each key has, a person or an address. */
export interface ConnectionCounter {
  count(key: string): number;
  /** @returns the way to give the place back, harmless to call twice */
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
