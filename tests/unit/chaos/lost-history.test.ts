import { expect, test } from 'vitest';
import { checkHistory } from '../../chaos/checker/check-history.ts';
import type { HistoryRecord, StoreDump } from '../../chaos/history/records.ts';
import { ANN, BOB, createValidHistory, EVE, listStreamLines } from './valid-history.ts';

/** The store is restored from a backup that lacks the last public event, the burn of the first crud. All tabs are reset. */
function createRestoredHistory() {
  const { records, store: before } = createValidHistory();
  const at = Math.max(...records.map((record) => record.at)) + 1;
  const [created] = listStreamLines(before, 'public');
  const burned = listStreamLines(before, 'public').at(-1);
  const lines = before.lines
    .filter((line) => line !== burned)
    .map((line) => (line === created ? { ...line, kind: 'activity.created' } : line));
  const kept = lines.filter(({ stream }) => stream === 'public').at(-1);
  if (!kept) throw new Error('the log is empty');
  const { seq, tag } = kept;
  const heads = before.heads.map((head) => (head.stream === 'public' ? { ...head, seq } : head));
  const backup = { ...before, lines, heads, deleted: [], cruds: [...before.cruds, ...before.deleted] };
  const resets = [ANN, BOB, EVE].map((sub): HistoryRecord => ({
    ...{ type: 'snapshot', at: at + 500, tab: `tab of ${sub}`, stream: 'public', seq, tag, why: 'reset' },
  }));
  return { records, resets, restore: { at, before, backup } };
}

type RestoredHistory = ReturnType<typeof createRestoredHistory>;

const check = (
  { records, resets, restore }: RestoredHistory,
  store: StoreDump = restore.backup,
  isRestored = true,
) =>
  checkHistory([...records, ...resets], store, isRestored ? restore : null).violations.map(
    ({ rule }) => rule,
  );

test('[CHAOS-8] what was committed after the backup may be lost by a restore, and only by one', () => {
  const history = createRestoredHistory();
  expect(check(history)).toEqual([]);
  expect(check(history, history.restore.backup, false)).toContain('lost');
});

test('[CHAOS-8] an operation that the backup has must be in the restored store', () => {
  const history = createRestoredHistory();
  const { backup } = history.restore;
  const [newest, ...cruds] = backup.cruds;
  const lines = backup.lines.filter(({ ref }) => ref !== newest);
  expect(check(history, { ...backup, cruds, lines })).toContain('lost');
});

test('[CHAOS-8] a tab that keeps its cursor of the lost history is reported', () => {
  const history = createRestoredHistory();
  expect(check({ ...history, resets: history.resets.slice(1) })).toEqual(['reordered', 'lost']);
});

test('[CHAOS-8] an event that no history has is reported, also before a reset', () => {
  const history = createRestoredHistory();
  const { restore, resets, records } = history;
  const [reset] = resets;
  if (reset?.type !== 'snapshot') throw new Error('no reset');
  const { tab, stream, seq } = reset;
  const foreign: HistoryRecord = {
    ...{ type: 'applied', at: restore.at + 10, tab, stream, seq: seq + 2, tag: 'foreign' },
    ...{ kind: 'activity.created', ref: 'foreign' },
  };
  expect(check({ ...history, records: [...records, foreign] })).toEqual(['reordered']);
});
