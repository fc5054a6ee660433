/** One value that others follow, as `useSyncExternalStore` wants it. */
export interface Signal<T> {
  subscribe: (listener: () => void) => () => void;
  getSnapshot: () => T;
}

export function createSignal<T>(first: T): Signal<T> & { set: (value: T) => void } {
  const listeners = new Set<() => void>();
  let value = first;
  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    getSnapshot: () => value,
    set(next) {
      if (Object.is(next, value)) return;
      value = next;
      for (const listener of listeners) listener();
    },
  };
}
