import { expect, it } from 'vitest';
import { formatTableWithEarlier } from '../../bench/peers/format-table.ts';
import type { PeerRow } from '../../bench/peers/peer-row.ts';

const measure = () => Promise.resolve(0);
const rowOf = (name: string, peer?: string): PeerRow => ({
  name,
  title: 'sockets',
  unit: '1/s',
  measure,
  ...(peer !== undefined && { peer: { title: peer, measure } }),
});

it('[BENCH-1] a run of some rows keeps the lines of the others, in the order of all rows', () => {
  const rows = [rowOf('ws', 'a bare server'), rowOf('stock', 'Socket.IO'), rowOf('new', 'pgbench')];
  const earlier = [
    '| Measure | Ours | Peer | Ratio | Target |',
    '| ------- | ---- | ---- | ----- | ------ |',
    '| sockets, 1/s | 5.00 | 10.0 (Socket.IO)     | 0.50 (0.50 to 0.50) |  |',
    '| sockets, 1/s | 6.00 | 10.0 (a bare server) | 0.60 (0.60 to 0.60) |  |',
    '| a row that no longer exists, ms | 1.00 |  | 1.00 (1.00 to 1.00) |  |',
  ].join('\n');
  const median = { ours: 8, peer: 10, verdict: 0.8 };
  const [, stock] = rows;
  if (!stock) throw new Error('there is no row');
  const results = [{ row: stock, runs: [median], median }];
  const [, , ...lines] = formatTableWithEarlier(rows, results, earlier).split('\n');
  expect(lines.map((line) => line.split('|').map((cell) => cell.trim())[2])).toEqual(['6.00', '8.00']);
});
