import { deliveryRows } from './delivery.ts';
import { feedRows } from './feed.ts';
import { pageRows } from './pages.ts';
import type { PeerRow } from './peer-row.ts';
import { socketRows } from './sockets/rows.ts';
import { writeRows } from './writes.ts';

/** In the order of docs/performance.md. */
export const allRows: readonly PeerRow[] = [
  ...socketRows,
  ...feedRows,
  ...pageRows,
  ...writeRows,
  ...deliveryRows,
];
