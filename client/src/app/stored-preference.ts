/** A choice in `localStorage` with listeners in this tab and in the others. */
export interface StoredPreference {
  subscribe: (listener: () => void) => () => void;
  /** Call after this tab has stored a choice: `storage` events reach the other tabs only. */
  notifyListeners: () => void;
}

export function createStoredPreference(key: string): StoredPreference {
  const listeners = new Set<() => void>();
  return {
    subscribe(listener) {
      const onStorage = (event: StorageEvent) => event.key === key && listener();
      listeners.add(listener);
      window.addEventListener('storage', onStorage);
      return () => {
        listeners.delete(listener);
        window.removeEventListener('storage', onStorage);
      };
    },
    notifyListeners() {
      for (const listener of listeners) listener();
    },
  };
}
