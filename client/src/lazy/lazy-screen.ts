import { CHUNK_TIMEOUT_MS } from '@cruddur/shared';
import type { ComponentType } from 'react';

/** The browser's timers, which a test replaces. */
export interface Timers {
  setTimeout: (run: () => void, ms: number) => unknown;
  clearTimeout: (timer: never) => void;
}

/**
 * Loads a screen's chunk when its route is first opened; a failed load is repeated by the next call.
 * @param chunk the number in the error's message
 * @throws "Loading chunk N failed" when the chunk fails to load or takes longer than `CHUNK_TIMEOUT_MS`
 */
export function lazyScreen(chunk: number, load: () => Promise<ComponentType>, timers: Timers = globalThis) {
  return async (): Promise<{ Component: ComponentType }> => {
    let timer: unknown;
    const timedOut = new Promise<never>((_, reject) => {
      timer = timers.setTimeout(() => reject(new Error('timeout')), CHUNK_TIMEOUT_MS);
    });
    try {
      return { Component: await Promise.race([load(), timedOut]) };
    } catch (cause) {
      throw new Error(`Loading chunk ${chunk} failed`, { cause });
    } finally {
      timers.clearTimeout(timer as never);
    }
  };
}
