import type { PeerRow } from './peer-row.ts';

/** Feed reads beside the plain query. */
export const feedRows: readonly PeerRow[] = [];
