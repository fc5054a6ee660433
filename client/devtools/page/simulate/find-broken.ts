import type { LaneEntry } from '../lanes/lane-entry.ts';
import { positionAt } from '../lanes/lane-history.ts';

/**
 * Where to look for what a report of the checker says: at its time, or where the history last mentions the lane that it names.
 * @returns the number of entries up to there; null when it concerns no single event
 */
export function findBroken(
  entries: readonly LaneEntry[],
  { what, at }: { what: string; at: number | null },
): number | null {
  const lanes = new Set(entries.flatMap((entry) => (entry.kind === 'state' ? [entry.lane] : [])));
  const named = [...lanes].find((lane) => what.includes(lane));
  const isHere = (entry: LaneEntry) =>
    entry.kind === 'record' &&
    (named === undefined || entry.lane === named) &&
    (at === null || entry.at >= at);
  if (at !== null) {
    const found = entries.findIndex(isHere);
    return found < 0 ? positionAt(entries, at) : found + 1;
  }
  if (named === undefined) return null;
  const found = entries.findLastIndex((entry) => isHere(entry) && isOfStream(entry));
  return found < 0 ? null : found + 1;
}

const isOfStream = (entry: LaneEntry) => entry.kind === 'record' && !entry.label.startsWith('shows');
