import type { PeerRow } from './peer-row.ts';

/** Server-rendered pages beside the health check of the same process. */
export const pageRows: readonly PeerRow[] = [];
