/** A choice that this browser keeps under a key, followed by whatever shows it, here and in the other tabs. */
export interface StoredPreference {
  subscribe: (listener: () => void) => () => void;
  /** This tab has chosen. */
  notifyListeners: () => void;
}

export function createStoredPreference(key: string): StoredPreference {
  const listeners = new Set<() => void>();
  return {
    subscribe(listener) {
      // What other tabs do is heard as an event, what this one does is not.
      const follow = (event: StorageEvent) => event.key === key && listener();
      listeners.add(listener);
      window.addEventListener('storage', follow);
      return () => {
        listeners.delete(listener);
        window.removeEventListener('storage', follow);
      };
    },
    notifyListeners() {
      for (const listener of listeners) listener();
    },
  };
}
