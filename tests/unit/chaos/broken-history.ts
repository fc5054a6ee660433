import { checkHistory } from '../../chaos/checker/check-history.ts';
import { createValidHistory, type HistoryFixture } from './valid-history.ts';

/** The end of the valid history, in its milliseconds. */
export const END = 2200;

/** The rules that a history breaks, each once. */
export function findViolations({ records, store }: HistoryFixture): string[] {
  const sorted = records.toSorted((one, other) => one.at - other.at);
  return [...new Set(checkHistory(sorted, store).violations.map(({ rule }) => rule))].sort();
}

/** The rules that the valid history breaks after one change. */
export function checkBrokenHistory(spoil: (history: HistoryFixture) => void): string[] {
  const history = createValidHistory();
  spoil(history);
  return findViolations(history);
}
