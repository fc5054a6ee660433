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
      key: (place) => [...items.keys()][place] ?? null,
      get length() {
        return items.size;
      },
    };
  }
}

export const localItems = openStorage(() => localStorage);
export const sessionItems = openStorage(() => sessionStorage);
