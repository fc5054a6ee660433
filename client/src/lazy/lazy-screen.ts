import { CHUNK_TIMEOUT_MS } from '@cruddur/shared';
import type { ComponentType } from 'react';

/** The parts of a browser that a loader needs, so that a test can bring its own. */
export interface Timers {
  setTimeout: (run: () => void, ms: number) => unknown;
  clearTimeout: (timer: never) => void;
}

/**
 * Loads a screen's code when its route is first opened. Code that fails to load, or takes longer than two minutes, becomes
 * one readable error; asking again loads again.
 * @param chunk the number by which the failure is known
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
