import type { ComponentType } from 'react';
import { fetchChunk } from './load-chunk.ts';

/** Loads a screen's chunk when its route is first opened; a failed load is repeated by the next call. @throws as `fetchChunk`, which the router shows */
export const lazyScreen = (chunk: number, load: () => Promise<ComponentType>) => async () => ({
  Component: await fetchChunk(chunk, load),
});
