import type { PeerRow, Target } from './peer-row.ts';
import type { RowResult } from './run-rows.ts';

export function isMet({ row: { target }, median: { verdict } }: RowResult): boolean {
  if (!target) return true;
  return 'atLeast' in target ? verdict >= target.atLeast : verdict <= target.atMost;
}

/** The table of docs/performance.md. */
export function formatTable(results: readonly RowResult[]): string {
  return formatLines(results.map(formatLine));
}

/** The same, with the lines of an earlier table for rows that were not measured. @param rows all rows, in their order */
export function formatTableWithEarlier(
  rows: readonly PeerRow[],
  results: readonly RowResult[],
  earlierTable: string,
): string {
  const earlier = earlierTable.split('\n').map((line) => line.split('|').map((cell) => cell.trim()));
  const lines = rows.flatMap((row) => {
    const result = results.find((one) => one.row === row);
    if (result) return [formatLine(result)];
    const known = earlier.find(
      ([, measure, , peer = '']) => measure === titleOf(row) && peer.endsWith(peerTitleOf(row)),
    );
    return known ? [known.join(' | ').trim()] : [];
  });
  return formatLines(lines);
}

function formatLines(lines: readonly string[]): string {
  const head = [
    '| Measure | Ours | Peer | Ratio: median (lowest to highest) | Target |',
    '| --- | --- | --- | --- | --- |',
  ];
  return [...head, ...lines].join('\n');
}

function formatLine(result: RowResult): string {
  const { row, runs, median } = result;
  const [lowest = median, highest = median] = [runs[0], runs.at(-1)];
  const range = `${formatNumber(lowest.verdict)} to ${formatNumber(highest.verdict)}`;
  const peer = median.peer === undefined ? '' : `${formatNumber(median.peer)} ${peerTitleOf(row)}`;
  const verdict = `${formatNumber(median.verdict)} (${range})${isMet(result) ? '' : ', missed'}`;
  return `| ${titleOf(row)} | ${formatNumber(median.ours)} | ${peer} | ${verdict} | ${formatTarget(row.target)} |`;
}

const titleOf = ({ title, unit }: PeerRow) => `${title}, ${unit}`;
const peerTitleOf = ({ peer }: PeerRow) => (peer ? `(${peer.title})` : '');

function formatTarget(target: Target | undefined): string {
  if (!target) return '';
  return 'atLeast' in target ? `≥ ${String(target.atLeast)}` : `≤ ${String(target.atMost)}`;
}

/** Three digits at least, and thousands separated. */
export function formatNumber(value: number): string {
  if (value >= 100) return Math.round(value).toLocaleString('en');
  return value >= 10 ? value.toFixed(1) : value.toFixed(value >= 0.1 ? 2 : 3);
}
