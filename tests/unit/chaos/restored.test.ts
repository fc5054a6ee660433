import { expect, test } from 'vitest';
import { checkRestored } from '../../chaos/checker/restored.ts';
import type { HistoryRecord } from '../../chaos/history/records.ts';
import {
  EVE,
  createValidHistory,
  listStreamLines,
  createAppliedRecord,
  type HistoryFixture,
} from './valid-history.ts';

const RESTORED_AT = 3000;
/** The number of lines of the public stream in the dump. */
const DUMPED = 5;

/** Eve's tab alone, over a store that was restored to its first lines and has two new ones since. */
function restoredStory(): HistoryFixture & { begin: HistoryRecord; fresh: HistoryRecord[] } {
  const { records, store } = createValidHistory();
  const kept = [
    ...listStreamLines(store, 'public').slice(0, DUMPED),
    ...listStreamLines(store, `user:${EVE}`),
  ];
  const added = [1, 2].map((nth) => ({
    stream: 'public',
    seq: DUMPED + nth,
    tag: `new ${nth}`,
    kind: 'activity.created',
    ref: `new row ${nth}`,
  }));
  const own = records.filter((record) => 'tab' in record && record.tab === `tab of ${EVE}`);
  const begin: HistoryRecord = {
    type: 'snapshot',
    at: RESTORED_AT + 500,
    tab: `tab of ${EVE}`,
    stream: 'public',
    seq: DUMPED,
    tag: 'any',
    why: 'reset',
  };
  const heads = store.heads.map((head) => (head.stream === 'public' ? { ...head, seq: DUMPED + 2 } : head));
  return {
    records: own,
    store: { ...store, lines: [...kept, ...added], heads },
    begin,
    fresh: added.map((line, nth) => createAppliedRecord(RESTORED_AT + 600 + nth, EVE, line)),
  };
}

const check = ({ records, store }: HistoryFixture) =>
  checkRestored(records, { at: RESTORED_AT, store }).map(({ rule }) => rule);

test('[CHAOS-8] a tab that resets after a restore and follows from there passes', () => {
  const { records, store, begin, fresh } = restoredStory();
  expect(check({ records: [...records, begin, ...fresh], store })).toEqual([]);
});

test('[CHAOS-8] a tab that misses the restore, or skips an event afterwards, is reported', () => {
  const { records, store, begin, fresh } = restoredStory();
  expect(check({ records, store })).toEqual(['lost']);
  expect(check({ records: [...records, ...fresh], store })).toContain('contradicted');
  expect(check({ records: [...records, begin, ...fresh.slice(1)], store })).toEqual(['lost']);
});
