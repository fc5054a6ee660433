import { describe, expect, test } from 'vitest';
import { checkHistory } from '../../chaos/checker/check-history.ts';
import type { HistoryRecord } from '../../chaos/history/records.ts';
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

/** The rules that a history breaks, each once. */
function findViolations({ records, store }: HistoryFixture): string[] {
  const sorted = records.toSorted((one, other) => one.at - other.at);
  return [...new Set(checkHistory(sorted, store).violations.map(({ rule }) => rule))].sort();
}

/** A good story with one thing wrong. */
function checkBrokenHistory(spoil: (story: HistoryFixture) => void): string[] {
  const story = createValidHistory();
  spoil(story);
  return findViolations(story);
}

const remove = ({ records }: HistoryFixture, record: HistoryRecord | undefined) =>
  records.splice(
    records.findIndex((one) => one === record),
    1,
  );

const answerOf = ({ records }: HistoryFixture, id: string) =>
  records.find((record) => record.type === 'answered' && record.id === id);

const invocationOf = ({ records }: HistoryFixture, id: string) =>
  records.find((record) => record.type === 'invoked' && record.id === id);

const END = 2200;

test('[CHAOS-1] a history that keeps the promise passes', () => {
  expect(findViolations(createValidHistory())).toEqual([]);
});

describe('[CHAOS-2] a falsified history is reported', () => {
  test('with two events swapped in a tab', () => {
    expect(
      checkBrokenHistory((story) => {
        const [, one, other] = listAppliedRecords(story, BOB, 'public');
        if (one && other) [one.at, other.at] = [other.at, one.at];
      }),
    ).toEqual(['doubled', 'lost']);
  });

  test('with two events swapped in a tab that renumbers them', () => {
    expect(
      checkBrokenHistory((story) => {
        const [, one, other] = listAppliedRecords(story, BOB, 'public');
        if (one && other) [one.ref, other.ref] = [other.ref, one.ref];
      }),
    ).toEqual(['reordered']);
  });

  test('with one missing at the tail', () => {
    expect(
      checkBrokenHistory((story) => remove(story, listAppliedRecords(story, EVE, 'public').at(-1))),
    ).toEqual(['lost']);
  });

  test('with one missing in the middle', () => {
    expect(checkBrokenHistory((story) => remove(story, listAppliedRecords(story, EVE, 'public')[3]))).toEqual(
      ['lost'],
    );
  });

  test('with one doubled', () => {
    expect(
      checkBrokenHistory((story) => {
        const [first] = listAppliedRecords(story, ANN, 'me');
        if (first) story.records.push({ ...first, at: END });
      }),
    ).toEqual(['doubled']);
  });

  test('with one leaked', () => {
    expect(
      checkBrokenHistory((story) => {
        const [line] = listStreamLines(story.store, `user:${BOB}`);
        if (line) story.records.push(createAppliedRecord(END, EVE, line));
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
    expect(checkBrokenHistory(({ store }) => void store.cruds.push('a row of nobody'))).toEqual(['doubled']);
    expect(
      checkBrokenHistory(({ store }) => {
        const [line] = store.lines;
        if (line) store.lines.push({ ...line, stream: 'public', seq: 99 });
      }),
    ).toContain('doubled');
  });

  test('with a refusal of an executed operation', () => {
    expect(
      checkBrokenHistory((story) => Object.assign(answerOf(story, 'operation 3') ?? {}, { status: 422 })),
    ).toEqual(['contradicted']);
  });

  test('with an event before one that was answered before its operation began', () => {
    expect(
      checkBrokenHistory((story) => Object.assign(answerOf(story, 'operation 5') ?? {}, { at: 525 })),
    ).toEqual([]);
    expect(
      checkBrokenHistory((story) => {
        Object.assign(invocationOf(story, 'operation 5') ?? {}, { at: 650 });
        Object.assign(answerOf(story, 'operation 5') ?? {}, { at: 670 });
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
        records.push({ ...place, type: 'adopted', stream, why: 'reset' });
      }),
    ).toEqual(['lost']);
  });

  test('with a deadlock', () => {
    expect(checkBrokenHistory(({ store }) => void (store.deadlocks = 1))).toEqual(['deadlocked']);
  });
});

test('[CHAOS-2] an operation that is never answered is reported', () => {
  expect(checkBrokenHistory((story) => remove(story, answerOf(story, 'operation 3')))).toEqual([
    'contradicted',
  ]);
});

describe('[CHAOS-3] a late event is reported, unless a fault excuses it', () => {
  const late = (story: HistoryFixture) => {
    const last = listAppliedRecords(story, EVE, 'public').at(-1);
    if (last) last.at += 6000;
    story.records.push({ type: 'read', at: 20_000, requestedAt: 0, soonest: null });
  };

  test('an event six seconds after its answer', () => {
    expect(checkBrokenHistory(late)).toEqual(['late']);
  });

  test('but not an event five seconds after the end of a fault', () => {
    expect(
      checkBrokenHistory((story) => {
        late(story);
        story.records.push({ type: 'fault', at: 1500, fault: 1, name: 'kill-gateway' });
        story.records.push({ type: 'healed', at: 4000, fault: 1 });
      }),
    ).toEqual([]);
  });

  test('an event two seconds after the end of its session, and an answered call of it', () => {
    expect(
      checkBrokenHistory(({ records }) => void records.push({ type: 'revoked', at: 500, session: EVE })),
    ).toEqual([]);
    expect(
      checkBrokenHistory((story) => {
        late(story);
        story.records.push({ type: 'revoked', at: 1000, session: EVE });
      }),
    ).toEqual(['leaked']);
    expect(
      checkBrokenHistory(({ records }) => {
        records.push({ type: 'revoked', at: 1900, session: BOB });
        records.push({ type: 'knocked', at: 4000, session: BOB, gateway: 'one', admitted: true });
      }),
    ).toEqual(['leaked']);
  });

  test.each([
    ['cannot read the store', 'black-hole store', 'one', []],
    ['is stopped', 'freeze-gateway', 'one', []],
    ['has no fault itself', 'black-hole store', 'two', ['leaked']],
    ['has only lost Redis', 'kill-redis', null, ['leaked']],
  ])('an ended session served by a gateway which %s', (_what, name, gateway, rules) => {
    expect(
      checkBrokenHistory(({ records }) => {
        records.push({ type: 'revoked', at: 1000, session: BOB });
        records.push({ type: 'fault', at: 1100, fault: 1, name }, { type: 'healed', at: 3000, fault: 1 });
        if (gateway !== null) records.push({ type: 'hit', at: 1100, fault: 1, gateway });
        records.push({ type: 'knocked', at: 4900, session: BOB, gateway: 'one', admitted: true });
      }),
    ).toEqual(rules);
  });

  test('an ended session served two seconds after the store is readable again, or twelve after its end', () => {
    const served = (healed: number, at: number) =>
      checkBrokenHistory(({ records }) => {
        records.push({ type: 'revoked', at: 1000, session: BOB });
        records.push({ type: 'fault', at: 1100, fault: 1, name: 'kill-postgres' });
        records.push({ type: 'healed', at: healed, fault: 1 });
        records.push({ type: 'knocked', at, session: BOB, gateway: 'one', admitted: true });
      });
    expect(served(3000, 5100)).toEqual(['leaked']);
    expect(served(20_000, 12_900)).toEqual([]);
    expect(served(20_000, 13_100)).toEqual(['leaked']);
  });

  test('but not an event that was recorded late because the event loop was blocked', () => {
    expect(
      checkBrokenHistory((story) => {
        late(story);
        story.records.push({ type: 'stalled', at: 8000, ms: 6000 });
      }),
    ).toEqual([]);
  });

  test('an ID token that is accepted', () => {
    expect(
      checkBrokenHistory(
        ({ records }) =>
          void records.push({ type: 'knocked', at: 5, session: null, gateway: null, admitted: true }),
      ),
    ).toEqual(['leaked']);
  });

  test('a crud in a list or on a page more than a second after its expiry', () => {
    expect(
      checkBrokenHistory(
        ({ records }) => void records.push({ type: 'read', at: END, requestedAt: 9000, soonest: 7900 }),
      ),
    ).toEqual(['expired']);
    expect(
      checkBrokenHistory(({ records, store }) => {
        const rows = store.cruds.slice(0, 3);
        records.push({ type: 'expires', at: END, row: rows[0] ?? '', when: 5000 });
        records.push({ type: 'shown', at: END, tab: 'screen 1', now: 6500, rows });
      }),
    ).toEqual(['expired']);
  });
});

test('[CHAOS-9] a tab whose final counts are missing or differ from the store’s is reported', () => {
  const heard = (likes: number | null, backAt = 0) =>
    checkBrokenHistory(({ records, store }) => {
      const [row = ''] = store.cruds;
      store.likes.push({ row, likes: 3 });
      records.push({ type: 'counted', at: END, tab: `tab of ${EVE}`, row, likes, since: 2000 });
      if (backAt > 0) records.push({ type: 'entered', at: backAt, tab: `tab of ${EVE}` });
    });
  expect(heard(3)).toEqual([]);
  expect(heard(2)).toEqual(['contradicted']);
  expect(heard(null)).toEqual(['contradicted']);
  expect(heard(2, 1900)).toEqual(['contradicted']);
  expect(heard(2, 2100)).toEqual([]);
});

describe('[CHAOS-4] a page that shows another list than the store has is reported', () => {
  const shows = (change: (rows: string[]) => string[]) =>
    checkBrokenHistory(({ records, store }) => {
      const rows = change(store.cruds.slice(0, 5));
      records.push({ type: 'shown', at: END, tab: 'screen 1', now: 0, rows });
    });

  test('with cruds swapped, doubled or missing', () => {
    expect(shows((rows) => rows)).toEqual([]);
    expect(shows(([one = '', two = '', ...rest]) => [two, one, ...rest])).toEqual(['reordered']);
    expect(shows(([one = '', ...rest]) => [one, one, ...rest])).toEqual(['doubled']);
    expect(shows(([one = '', , ...rest]) => [one, ...rest])).toEqual(['lost']);
  });

  test('but a crud about to expire may be missing slightly early', () => {
    const without = (leftMs: number) =>
      checkBrokenHistory(({ records, store }) => {
        const [first = '', ...rows] = store.cruds.slice(0, 5);
        records.push({ type: 'expires', at: END, row: first, when: 5000 + leftMs });
        records.push({ type: 'shown', at: END, tab: 'screen 1', now: 5000, rows });
      });
    expect(without(900)).toEqual([]);
    expect(without(1100)).toEqual(['lost']);
  });
});
