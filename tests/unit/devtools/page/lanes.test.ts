import { expect, test } from 'vitest';
import {
  arrowKind,
  entryNear,
  laneY,
  layoutLanes,
  topOfLanes,
} from '../../../../client/devtools/page/lanes/lane-layout.ts';
import {
  addEntries,
  EMPTY_HISTORY,
  positionAt,
  stateAt,
  stepFrom,
} from '../../../../client/devtools/page/lanes/lane-history.ts';
import { findBroken } from '../../../../client/devtools/page/simulate/find-broken.ts';
import type { LaneEntry } from '../../../../client/devtools/page/lanes/lane-entry.ts';

const state = (at: number, lane: string, text: string): LaneEntry => ({
  ...{ kind: 'state', at, lane, text },
  mode: text === 'killed' ? 'off' : 'ok',
});
const event = (sentAt: number, at: number, ends: [from: string | null, lane: string], label: string) => ({
  ...({ kind: 'event', at, sentAt, from: ends[0], lane: ends[1], label } satisfies LaneEntry),
});
const applies = (at: number, lane: string): LaneEntry => ({
  ...{ kind: 'record', at, lane, label: 'applies public 1, activity.created' },
});
const fault = (at: number, number: number, isOver = false): LaneEntry => ({
  ...{ kind: 'fault', at, fault: number, name: `fault ${number}`, isOver },
});

const ENTRIES: LaneEntry[] = [
  state(0, 'store', 'available'),
  state(0, 'bus', 'available'),
  state(1, 'gateway a', '1 socket'),
  state(2, 'tab 2 of ben', 'live'),
  state(3, 'tab 1 of ben', 'live'),
  state(4, 'tab 10 of ann', 'live'),
  event(5, 9, ['tab 10 of ann', 'gateway a'], 'receives 42'),
  event(19, 20, [null, 'gateway a'], 'tick'),
  fault(30, 1),
  event(31, 40, ['gateway a', 'gateway b'], 'bus public'),
  { kind: 'lost', at: 41, from: 'gateway a', lane: 'tab 2 of ben', label: 'receives 43' },
  applies(42, 'tab 2 of ben'),
  fault(50, 2),
  fault(60, 1, true),
  state(70, 'gateway a', 'killed'),
  applies(80, 'tab 1 of ben'),
];

const whole = addEntries(EMPTY_HISTORY, ENTRIES, 100);

test('lanes are tabs by person, then gateways, bus and store, in whatever batches they are reported', () => {
  expect(whole.lanes).toEqual(['tab 10 of ann', 'tab 1 of ben', 'tab 2 of ben', 'gateway a', 'bus', 'store']);
  const first = addEntries(EMPTY_HISTORY, ENTRIES.slice(0, 3), 100);
  const before = addEntries(first, ENTRIES.slice(3, 9), 100);
  const copy = structuredClone(before);
  expect(addEntries(before, ENTRIES.slice(9), 100)).toEqual(whole);
  expect(before).toEqual(copy);
});

test('every position gives the states of the lanes then, and a step leads past the ticks', () => {
  const states = whole.states.get('gateway a');
  expect([2, 3, ENTRIES.length].map((position) => stateAt(states, position)?.text)).toEqual([
    ...[undefined, '1 socket', 'killed'],
  ]);
  expect([positionAt(ENTRIES, -1), positionAt(ENTRIES, 4), positionAt(ENTRIES, 999)]).toEqual([0, 6, 16]);
  expect([stepFrom(ENTRIES, 7, 1), stepFrom(ENTRIES, 9, -1), stepFrom(ENTRIES, 1, -1)]).toEqual([9, 7, 0]);
  expect(stepFrom(ENTRIES, ENTRIES.length, 1)).toBe(ENTRIES.length);
});

test('a report of the checker leads to its time, or to the last event of the lane that it names', () => {
  const at = (what: string, time: number | null) =>
    ENTRIES[(findBroken(ENTRIES, { what, at: time }) ?? 0) - 1];
  expect(at('tab 1 of ben is at 1, the head is 2', null)).toBe(ENTRIES[15]);
  expect(at('tab 2 of ben showed public 1 late', 10)).toBe(ENTRIES[11]);
  expect(at('text 1 is in the store and in no log', 42)).toBe(ENTRIES[11]);
  expect(findBroken(ENTRIES, { what: '3 deadlocks between writers', at: null })).toBeNull();
});

test('messages are arrows from the time they were sent, by kind; those of the bus pass its lane', () => {
  const layout = layoutLanes(whole, { from: 0, width: 200, pxPerMs: 2 });
  const y = (lane: string) => laneY(whole, lane);
  expect(layout.arrows.socket).toMatch(new RegExp(`^M10 ${y('tab 10 of ann')}L18 ${y('gateway a')}M`));
  expect(layout.arrows.bus).toContain(`M62 ${y('gateway a')}L71 ${y('bus')}`);
  expect(layout.lost.startsWith(`M82 ${y('gateway a')}L`)).toBe(true);
  expect([layout.arrows.http, layout.arrows.store, layout.arrows.tabs]).toEqual(['', '', '']);
  const kindOf = (from: string, lane: string, label: string) => arrowKind({ from, lane, label });
  expect(kindOf('tab 1 of ann', 'tab 2 of ann', 'hears tab 1 of ann {}')).toBe('tabs');
  expect(kindOf('gateway a', 'store', 'commit')).toBe('store');
  expect(kindOf('tab 1 of ann', 'gateway b', 'POST /api/activities')).toBe('http');
  expect(kindOf('gateway b', 'tab 1 of ann', 'answer 200')).toBe('http');
});

test('only what is in the shown time is laid out; bands end at its edges, and their text is cut or left out', () => {
  const bandsIn = (from: number, width: number, pxPerMs: number) =>
    layoutLanes(whole, { from, width, pxPerMs })
      .bands.filter(({ lane }) => lane === 'gateway a')
      .map(({ x, width: shown, mode, text }) => [x, shown, mode, text]);
  expect(layoutLanes(whole, { from: 10, width: 50, pxPerMs: 1 }).arrows.socket).toBe('');
  expect(bandsIn(10, 50, 1)).toEqual([[0, 50, 'ok', expect.any(String)]]);
  const later = [
    [0, 5, 'ok', ''],
    [5, 30, 'off', expect.any(String)],
  ];
  expect(bandsIn(65, 100, 1)).toEqual(later);
  const textsAt = (pxPerMs: number) => bandsIn(0, 2000, pxPerMs).map(([, , , text]) => text);
  expect([0.2, 0.7, 4].map(textsAt)).toEqual([
    ['', ''],
    ['1 soc…', ''],
    ['1 socket', 'killed'],
  ]);
});

test('faults at the same time are drawn below each other, above the lanes', () => {
  const { faults, height } = layoutLanes(whole, { from: 0, width: 400, pxPerMs: 4 });
  const [first, second] = faults;
  expect(first).toMatchObject({ row: 0, x: 120, width: 120 });
  expect(second).toMatchObject({ row: 1, x: 200, width: 200 });
  expect(laneY(whole, 'tab 10 of ann')).toBeGreaterThan(topOfLanes(whole));
  expect(height).toBeGreaterThan(laneY(whole, 'store'));
});

test('the labels of the axis are distinct at every scale', () => {
  for (const pxPerMs of [0.03, 0.25, 1, 8, 32]) {
    const { ticks } = layoutLanes(whole, { from: 1234, width: 900, pxPerMs });
    expect(ticks.length).toBeGreaterThan(1);
    expect(new Set(ticks.map(({ label }) => label)).size).toBe(ticks.length);
    expect(ticks.every(({ x }) => x >= 0 && x <= 900)).toBe(true);
  }
});

test('a press chooses the nearest entry of its lane', () => {
  const chosen = (at: number, lane: string) => ENTRIES[entryNear(whole, at, lane) ?? -1];
  expect(chosen(6, 'tab 10 of ann')).toBe(ENTRIES[6]);
  expect(chosen(43, 'tab 2 of ben')).toBe(ENTRIES[11]);
  expect(chosen(5, 'nothing')).toBeUndefined();
});
