import { createListeners } from '../signal.ts';

/** A choice in `localStorage` with listeners in this tab and in the others. */
interface StoredPreference {
  subscribe: (listener: () => void) => () => void;
  /** Call after this tab has stored a choice: `storage` events reach the other tabs only. */
  notifyListeners: () => void;
}

export function createStoredPreference(key: string): StoredPreference {
  const { subscribe, notify } = createListeners();
  return {
    subscribe(listener) {
      const onStorage = (event: StorageEvent) => event.key === key && listener();
      const unsubscribe = subscribe(listener);
      window.addEventListener('storage', onStorage);
      return () => {
        unsubscribe();
        window.removeEventListener('storage', onStorage);
      };
    },
    notifyListeners: notify,
  };
}
