import type { Target } from './peer-row.ts';
import type { RowResult } from './run-rows.ts';

export function isMet({ row: { target }, median: { verdict } }: RowResult): boolean {
  return 'atLeast' in target ? verdict >= target.atLeast : verdict <= target.atMost;
}

/** The table of docs/performance.md. */
export function formatTable(results: readonly RowResult[]): string {
  const head = [
    '| Measure | Ours | Peer | Ratio: median (lowest to highest) | Target |',
    '| --- | --- | --- | --- | --- |',
  ];
  return [...head, ...results.map(formatLine)].join('\n');
}

function formatLine(result: RowResult): string {
  const { row, runs, median } = result;
  const [lowest = median, highest = median] = [runs[0], runs.at(-1)];
  const range = `${formatNumber(lowest.verdict)} to ${formatNumber(highest.verdict)}`;
  const peer = median.peer === undefined ? '' : `${formatNumber(median.peer)} (${row.peer?.title ?? ''})`;
  const verdict = `${formatNumber(median.verdict)} (${range})${isMet(result) ? '' : ', missed'}`;
  return `| ${row.title}, ${row.unit} | ${formatNumber(median.ours)} | ${peer} | ${verdict} | ${formatTarget(row.target)} |`;
}

function formatTarget(target: Target): string {
  return 'atLeast' in target ? `≥ ${String(target.atLeast)}` : `≤ ${String(target.atMost)}`;
}

/** Three digits at least, and thousands separated. */
export function formatNumber(value: number): string {
  if (value >= 100) return Math.round(value).toLocaleString('en');
  return value >= 10 ? value.toFixed(1) : value.toFixed(value >= 0.1 ? 2 : 3);
}
