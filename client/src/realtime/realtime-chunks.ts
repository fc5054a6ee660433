import type { SocketIo } from './connection/socket.ts';

/** The lazy chunks of a page's connection; visitors need none but `publicStream`. */
export const realtimeChunks = {
  tab: () => import('./tabs/start-tab.ts'),
  publicStream: () => import('./stream/follow-public-stream.ts'),
  socketIo: (): Promise<SocketIo> => import('socket.io-client'),
};

export type RealtimeChunks = typeof realtimeChunks;
