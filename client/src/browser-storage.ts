/** The used part of the Web Storage API. */
export type ItemStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

export type BrowserStorage = ItemStorage & {
  /** Whether items outlive this page. */
  isKept: () => boolean;
};

/**
 * A storage of the browser. Where site data is blocked, items live as long as this page.
 * @param open reads `localStorage` or `sessionStorage`, which throws where site data is blocked
 */
export function openStorage(open: () => Storage): BrowserStorage {
  let opened: { items: ItemStorage; isKept: boolean } | undefined;
  // At the first use: a server that renders a page has none.
  const storage = () => (opened ??= openOrReplace(open));
  return {
    isKept: () => storage().isKept,
    getItem: (key) => storage().items.getItem(key),
    setItem: (key, value) => storage().items.setItem(key, value),
    removeItem: (key) => storage().items.removeItem(key),
    key: (place) => storage().items.key(place),
    get length() {
      return storage().items.length;
    },
  };
}

function openOrReplace(open: () => Storage) {
  try {
    return { items: open(), isKept: true };
  } catch {
    return { items: createMemoryStorage(), isKept: false };
  }
}

function createMemoryStorage(): ItemStorage {
  const items = new Map<string, string>();
  return {
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
    key: (place) => [...items.keys()][place] ?? null,
    get length() {
      return items.size;
    },
  };
}

export const localItems = openStorage(() => localStorage);
export const sessionItems = openStorage(() => sessionStorage);
