import { createSignal } from '../signal.ts';

/** A part of the program whose code comes when it is first wanted. */
export interface LazyValue<T> {
  /** Asks for it, once. What did not come is asked for again by the next who want it, who are told that it failed. */
  load: () => Promise<T>;
  /** Asks for it until it has come. */
  loadUntilLoaded: () => Promise<T>;
  /** Null while it is not there. */
  getSnapshot: () => T | null;
  subscribe: (listener: () => void) => () => void;
}

/** How long until code is asked for again that did not come, in milliseconds. */
export const LOAD_RETRY_MS = 2000;

export function lazyValue<T>(fetchCode: () => Promise<T>): LazyValue<T> {
  const { set, subscribe, getSnapshot } = createSignal<T | null>(null);
  let loading: Promise<T> | null = null;

  async function startLoading(): Promise<T> {
    try {
      const there = await fetchCode();
      set(there);
      return there;
    } catch (failure) {
      loading = null;
      throw failure;
    }
  }

  const load = () => (loading ??= startLoading());
  return {
    load,
    async loadUntilLoaded() {
      for (;;) {
        try {
          return await load();
        } catch {
          await new Promise((resolve) => setTimeout(resolve, LOAD_RETRY_MS));
        }
      }
    },
    getSnapshot,
    subscribe,
  };
}
