import { createListeners } from './signal.ts';

/** The used part of the Web Storage API. */
export type ItemStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

/**
 * A storage of the browser. Where site data is blocked, and on a server that renders a page, items live as long as the page.
 * @param open reads `localStorage` or `sessionStorage`, which throws where site data is blocked
 */
function openStorage(open: () => Storage): ItemStorage {
  try {
    return open();
  } catch {
    const items = new Map<string, string>();
    return {
      getItem: (key) => items.get(key) ?? null,
      setItem: (key, value) => void items.set(key, value),
      removeItem: (key) => void items.delete(key),
      key: (index) => [...items.keys()][index] ?? null,
      get length() {
        return items.size;
      },
    };
  }
}

export const localItems = /* @__PURE__ */ openStorage(() => localStorage);
export const sessionItems = /* @__PURE__ */ openStorage(() => sessionStorage);

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
