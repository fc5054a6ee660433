import { createSignal } from './signal.ts';

/** A part of the program whose code comes when it is first wanted. */
export interface Late<T> {
  /** Asks for it, once. What did not come is asked for again by the next who want it, who are told that it failed. */
  load: () => Promise<T>;
  /** Asks for it until it has come. */
  untilThere: () => Promise<T>;
  /** Null while it is not there. */
  getSnapshot: () => T | null;
  subscribe: (listener: () => void) => () => void;
}

/** How long until code is asked for again that did not come, in milliseconds. */
export const LOAD_AGAIN_MS = 2000;

export function late<T>(fetchCode: () => Promise<T>): Late<T> {
  const { set, subscribe, getSnapshot } = createSignal<T | null>(null);
  let coming: Promise<T> | null = null;

  async function arrive(): Promise<T> {
    try {
      const there = await fetchCode();
      set(there);
      return there;
    } catch (failure) {
      coming = null;
      throw failure;
    }
  }

  const load = () => (coming ??= arrive());
  return {
    load,
    async untilThere() {
      for (;;) {
        try {
          return await load();
        } catch {
          await new Promise((resolve) => setTimeout(resolve, LOAD_AGAIN_MS));
        }
      }
    },
    getSnapshot,
    subscribe,
  };
}
