import type { PeerRow } from '../peer-row.ts';

/** Deliveries and memory of sockets beside a bare `ws` server and stock Socket.IO. */
export const socketRows: readonly PeerRow[] = [];
