import { describe, expect, test } from 'vitest';
import { END, checkBrokenHistory } from './broken-history.ts';
import { BOB, EVE, listAppliedRecords, type HistoryFixture } from './valid-history.ts';

describe('[CHAOS-3] a late event is reported, unless a fault excuses it', () => {
  const late = (history: HistoryFixture) => {
    const last = listAppliedRecords(history, EVE, 'public').at(-1);
    if (last) last.at += 6000;
    history.records.push({ type: 'read', at: 20_000, requestedAt: 0, soonest: null });
  };

  test('an event six seconds after its answer', () => {
    expect(checkBrokenHistory(late)).toEqual(['late']);
  });

  test('but not an event five seconds after the end of a fault', () => {
    expect(
      checkBrokenHistory((history) => {
        late(history);
        history.records.push({ type: 'fault-began', at: 1500, fault: 1, name: 'kill-gateway' });
        history.records.push({ type: 'fault-ended', at: 4000, fault: 1 });
      }),
    ).toEqual([]);
  });

  test('an event two seconds after the end of its session, and an answered call of it', () => {
    expect(
      checkBrokenHistory(({ records }) => void records.push({ type: 'revoked', at: 500, session: EVE })),
    ).toEqual([]);
    expect(
      checkBrokenHistory((history) => {
        late(history);
        history.records.push({ type: 'revoked', at: 1000, session: EVE });
      }),
    ).toEqual(['leaked']);
    expect(
      checkBrokenHistory(({ records }) => {
        records.push({ type: 'revoked', at: 1900, session: BOB });
        records.push({ type: 'access-attempted', at: 4000, session: BOB, gateway: 'one', admitted: true });
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
        records.push(
          { type: 'fault-began', at: 1100, fault: 1, name },
          { type: 'fault-ended', at: 3000, fault: 1 },
        );
        if (gateway !== null) records.push({ type: 'fault-hit', at: 1100, fault: 1, gateway });
        records.push({ type: 'access-attempted', at: 4900, session: BOB, gateway: 'one', admitted: true });
      }),
    ).toEqual(rules);
  });

  test('an ended session served two seconds after the store is readable again, or twelve after its end', () => {
    const served = (healed: number, at: number) =>
      checkBrokenHistory(({ records }) => {
        records.push({ type: 'revoked', at: 1000, session: BOB });
        records.push({ type: 'fault-began', at: 1100, fault: 1, name: 'kill-postgres' });
        records.push({ type: 'fault-ended', at: healed, fault: 1 });
        records.push({ type: 'access-attempted', at, session: BOB, gateway: 'one', admitted: true });
      });
    expect(served(3000, 5100)).toEqual(['leaked']);
    expect(served(20_000, 12_900)).toEqual([]);
    expect(served(20_000, 13_100)).toEqual(['leaked']);
  });

  test('but not an event that was recorded late because the event loop was blocked', () => {
    expect(
      checkBrokenHistory((history) => {
        late(history);
        history.records.push({ type: 'stalled', at: 8000, ms: 6000 });
      }),
    ).toEqual([]);
  });

  test('an ID token that is accepted', () => {
    expect(
      checkBrokenHistory(
        ({ records }) =>
          void records.push({
            type: 'access-attempted',
            at: 5,
            session: null,
            gateway: null,
            admitted: true,
          }),
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
  const checkLikes = (likes: number | null, backAt = 0) =>
    checkBrokenHistory(({ records, store }) => {
      const [row = ''] = store.cruds;
      store.likes.push({ row, likes: 3 });
      records.push({ type: 'counted', at: END, tab: `tab of ${EVE}`, row, likes, since: 2000 });
      if (backAt > 0) records.push({ type: 'connected', at: backAt, tab: `tab of ${EVE}` });
    });
  expect(checkLikes(3)).toEqual([]);
  expect(checkLikes(2)).toEqual(['contradicted']);
  expect(checkLikes(null)).toEqual(['contradicted']);
  expect(checkLikes(2, 1900)).toEqual(['contradicted']);
  expect(checkLikes(2, 2100)).toEqual([]);
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
