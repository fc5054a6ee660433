import { loadChunk } from '../base/lazy/load-chunk.ts';

/** The lazy chunks of a page's updates: `tab` is for members, `publicStream` for visitors. */
export const realtimeChunks = {
  tab: () => loadChunk(52, () => import('./tabs/start-browser-tab.ts')),
  publicStream: () => loadChunk(53, () => import('./stream/follow-public-stream.ts')),
};

export interface RealtimeChunks {
  tab: () => Promise<Pick<typeof import('./tabs/start-browser-tab.ts'), 'startBrowserTab' | 'watchOutages'>>;
  publicStream: () => Promise<typeof import('./stream/follow-public-stream.ts')>;
}
