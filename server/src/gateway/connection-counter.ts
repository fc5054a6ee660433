/** Counts open connections by key: a person's `sub` or a network address. */
export interface ConnectionCounter {
  count(key: string): number;
  add(key: string): void;
  /** Called once for each `add`. */
  remove(key: string): void;
}

export function createConnectionCounter(): ConnectionCounter {
  const counts = new Map<string, number>();
  const count = (key: string) => counts.get(key) ?? 0;
  return {
    count,
    add: (key) => void counts.set(key, count(key) + 1),
    remove(key) {
      const left = count(key) - 1;
      if (left > 0) counts.set(key, left);
      else counts.delete(key);
    },
  };
}
