import type { ComponentType } from 'react';
import { loadChunk } from './load-chunk.ts';

/** Loads a screen's chunk when its route is first opened; a failed load is repeated by the next call. @throws as `loadChunk` */
export const lazyScreen = (chunk: number, load: () => Promise<ComponentType>) => async () => ({
  Component: await loadChunk(chunk, load),
});
