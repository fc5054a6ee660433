import { CHUNK_TIMEOUT_MS } from '@cruddur/shared';
import { createSignal, type Signal } from '../signal.ts';
import type { ComponentType } from 'react';

const failed = new Set<number>();
const lastFailed = createSignal<number | null>(null);

/**
 * The number of a chunk that failed to load twice in a row, or null. Such a chunk may never load on this page: some browsers keep
 * the failure of a module and do not request it again.
 */
export const failedChunk: Signal<number | null> = lastFailed;

/** Loads a lazy chunk as `fetchChunk`, and notes in `failedChunk` when it fails again. */
export async function loadChunk<T>(chunk: number, load: () => Promise<T>): Promise<T> {
  try {
    const loaded = await fetchChunk(chunk, load);
    failed.delete(chunk);
    if (lastFailed.getSnapshot() === chunk) lastFailed.set(null);
    return loaded;
  } catch (failure) {
    if (failed.has(chunk)) lastFailed.set(chunk);
    failed.add(chunk);
    throw failure;
  }
}

/**
 * Loads a lazy chunk whose failure the caller shows. It is no statement about the session, so the error has the name with which
 * Amplify reports a lost connection.
 * @param chunk the number in the message
 * @throws {Error} named `NetworkError`, "Loading chunk N failed", when it fails to load or takes longer than `CHUNK_TIMEOUT_MS`
 */
async function fetchChunk<T>(chunk: number, load: () => Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timedOut = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('timeout')), CHUNK_TIMEOUT_MS);
  });
  try {
    return await Promise.race([load(), timedOut]);
  } catch (cause) {
    throw Object.assign(new Error(`Loading chunk ${chunk} failed`, { cause }), { name: 'NetworkError' });
  } finally {
    clearTimeout(timer);
  }
}

/** Loads a screen's chunk when its route is first opened; a failed load is repeated by the next call. @throws as `fetchChunk`, which the router shows */
export const lazyScreen = (chunk: number, load: () => Promise<ComponentType>) => async () => ({
  Component: await fetchChunk(chunk, load),
});
