/** The used part of the Web Storage API. */
export type ItemStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

/** Whether what is written outlives this page. */
export type BrowserStorage = ItemStorage & { isKept: () => boolean };

/**
 * A storage of the browser. Where site data is blocked, or no more fits, items live as long as this page.
 * @param open reads `localStorage` or `sessionStorage`, which throws where site data is blocked
 */
export function openStorage(open: () => Storage): BrowserStorage {
  // At the first use: a server that renders a page has none.
  let opened: Storage | null | undefined;
  const kept = () => (opened === undefined ? (opened = tryOr(open, null)) : opened);
  const inMemory = new Map<string, string>();
  const keys = () => [...new Set([...inMemory.keys(), ...Object.keys(kept() ?? {})])];
  return {
    isKept: () => kept() !== null,
    getItem: (key) => inMemory.get(key) ?? kept()?.getItem(key) ?? null,
    setItem(key, value) {
      const write = () => {
        kept()?.setItem(key, value);
        return kept() !== null;
      };
      if (tryOr(write, false)) inMemory.delete(key);
      else inMemory.set(key, value);
    },
    removeItem(key) {
      inMemory.delete(key);
      kept()?.removeItem(key);
    },
    key: (place) => keys()[place] ?? null,
    get length() {
      return keys().length;
    },
  };
}

function tryOr<T>(run: () => T, otherwise: T): T {
  try {
    return run();
  } catch {
    return otherwise;
  }
}

export const localItems = openStorage(() => localStorage);
export const sessionItems = openStorage(() => sessionStorage);
