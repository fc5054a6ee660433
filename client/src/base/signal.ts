/** A value with listeners, in the form that `useSyncExternalStore` takes. */
export interface Signal<T> {
  /** @returns unsubscribes */
  subscribe: (listener: () => void) => () => void;
  getSnapshot: () => T;
}

/** @param isSame values for which listeners are not called */
export function createSignal<T>(
  initial: T,
  isSame: (one: T, other: T) => boolean = Object.is,
): Signal<T> & { set: (value: T) => void } {
  const { subscribe, notify } = createListeners();
  let value = initial;
  return {
    subscribe,
    getSnapshot: () => value,
    set(next) {
      if (isSame(value, next)) return;
      value = next;
      notify();
    },
  };
}

/** Listeners to a change that carries no value. */
export function createListeners(): { subscribe: Signal<unknown>['subscribe']; notify: () => void } {
  const listeners = new Set<() => void>();
  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    notify() {
      for (const listener of listeners) listener();
    },
  };
}
