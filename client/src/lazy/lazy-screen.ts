import { CHUNK_TIMEOUT_MS } from '@cruddur/shared';
import type { ComponentType } from 'react';

/**
 * Loads a screen's chunk when its route is first opened; a failed load is repeated by the next call.
 * @param chunk the number in the error's message
 * @throws "Loading chunk N failed" when the chunk fails to load or takes longer than `CHUNK_TIMEOUT_MS`
 */
export function lazyScreen(chunk: number, load: () => Promise<ComponentType>) {
  return async (): Promise<{ Component: ComponentType }> => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const timedOut = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error('timeout')), CHUNK_TIMEOUT_MS);
    });
    try {
      return { Component: await Promise.race([load(), timedOut]) };
    } catch (cause) {
      throw new Error(`Loading chunk ${chunk} failed`, { cause });
    } finally {
      clearTimeout(timer);
    }
  };
}
