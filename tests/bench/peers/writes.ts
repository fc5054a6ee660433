import type { PeerRow } from './peer-row.ts';

/** Posted cruds and likes beside single inserts. */
export const writeRows: readonly PeerRow[] = [];
