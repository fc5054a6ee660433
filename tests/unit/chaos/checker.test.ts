import { describe, expect, test } from 'vitest';
import type { HistoryRecord } from '../../chaos/history/records.ts';
import { END, checkBrokenHistory, findViolations } from './broken-history.ts';
import {
  ANN,
  BOB,
  EVE,
  createValidHistory,
  listStreamLines,
  createAppliedRecord,
  listAppliedRecords,
  type HistoryFixture,
} from './valid-history.ts';

const remove = ({ records }: HistoryFixture, record: HistoryRecord | undefined) =>
  records.splice(
    records.findIndex((one) => one === record),
    1,
  );

const answerOf = ({ records }: HistoryFixture, id: string) =>
  records.find((record) => record.type === 'answered' && record.id === id);

const invocationOf = ({ records }: HistoryFixture, id: string) =>
  records.find((record) => record.type === 'invoked' && record.id === id);

test('[CHAOS-1] a history that keeps the promise passes', () => {
  expect(findViolations(createValidHistory())).toEqual([]);
});

describe('[CHAOS-2] a falsified history is reported', () => {
  test('with two events swapped in a tab', () => {
    expect(
      checkBrokenHistory((history) => {
        const [, one, other] = listAppliedRecords(history, BOB, 'public');
        if (one && other) [one.at, other.at] = [other.at, one.at];
      }),
    ).toEqual(['doubled', 'lost']);
  });

  test('with two events swapped in a tab that renumbers them', () => {
    expect(
      checkBrokenHistory((history) => {
        const [, one, other] = listAppliedRecords(history, BOB, 'public');
        if (one && other) [one.ref, other.ref] = [other.ref, one.ref];
      }),
    ).toEqual(['reordered']);
  });

  test('with one missing at the tail', () => {
    expect(
      checkBrokenHistory((history) => remove(history, listAppliedRecords(history, EVE, 'public').at(-1))),
    ).toEqual(['lost']);
  });

  test('with one missing in the middle', () => {
    expect(
      checkBrokenHistory((history) => remove(history, listAppliedRecords(history, EVE, 'public')[3])),
    ).toEqual(['lost']);
  });

  test('with one doubled', () => {
    expect(
      checkBrokenHistory((history) => {
        const [first] = listAppliedRecords(history, ANN, 'me');
        if (first) history.records.push({ ...first, at: END });
      }),
    ).toEqual(['doubled']);
  });

  test('with one leaked', () => {
    expect(
      checkBrokenHistory((history) => {
        const [line] = listStreamLines(history.store, `user:${BOB}`);
        if (line) history.records.push(createAppliedRecord(END, EVE, line));
      }),
    ).toContain('leaked');
  });

  test('with a message on the public stream', () => {
    expect(
      checkBrokenHistory(({ store: { lines } }) => {
        const [line] = lines;
        if (line) line.kind = 'message.created';
      }),
    ).toContain('leaked');
  });

  test('with an accepted operation that the store does not have', () => {
    expect(checkBrokenHistory(({ store }) => void store.cruds.shift())).toEqual(['lost']);
  });

  test('with an operation executed twice', () => {
    expect(checkBrokenHistory(({ store }) => void store.cruds.push('a row without an author'))).toEqual([
      'doubled',
    ]);
    expect(
      checkBrokenHistory(({ store }) => {
        const [line] = store.lines;
        if (line) store.lines.push({ ...line, stream: 'public', seq: 99 });
      }),
    ).toContain('doubled');
  });

  test('with a refusal of an executed operation', () => {
    expect(
      checkBrokenHistory((history) => Object.assign(answerOf(history, 'operation 3') ?? {}, { status: 422 })),
    ).toEqual(['contradicted']);
  });

  test('with an event before one that was answered before its operation began', () => {
    expect(
      checkBrokenHistory((history) => Object.assign(answerOf(history, 'operation 5') ?? {}, { at: 525 })),
    ).toEqual([]);
    expect(
      checkBrokenHistory((history) => {
        Object.assign(invocationOf(history, 'operation 5') ?? {}, { at: 650 });
        Object.assign(answerOf(history, 'operation 5') ?? {}, { at: 670 });
      }),
    ).toEqual(['reordered']);
  });

  test('with a conversation that its members receive in two orders', () => {
    expect(
      checkBrokenHistory(({ store }) => {
        const [one, other] = listStreamLines(store, `user:${ANN}`);
        if (one && other) [one.ref, other.ref] = [other.ref, one.ref];
      }),
    ).toContain('reordered');
  });

  test('with a tab that is reset', () => {
    expect(
      checkBrokenHistory(({ records }) => {
        const [line] = listStreamLines(createValidHistory().store, 'public').slice(-1);
        const { stream, ...place } = createAppliedRecord(
          END,
          EVE,
          line ?? { stream: '', seq: 0, tag: '', kind: '', ref: '' },
        );
        records.push({ ...place, type: 'snapshot', stream, why: 'reset' });
      }),
    ).toEqual(['lost']);
  });

  test('with a deadlock', () => {
    expect(checkBrokenHistory(({ store }) => void (store.deadlocks = 1))).toEqual(['deadlocked']);
  });
});

test('[CHAOS-2] an operation that is never answered is reported', () => {
  expect(checkBrokenHistory((history) => remove(history, answerOf(history, 'operation 3')))).toEqual([
    'contradicted',
  ]);
});
