import { expect, test } from 'vitest';
import {
  arrowKind,
  entryNear,
  laneY,
  layoutLanes,
  topOfLanes,
} from '../../../client/src/devtools/machines/lanes/lane-layout.ts';
import {
  addEntries,
  EMPTY_HISTORY,
  positionAt,
  stateAt,
  stepFrom,
} from '../../../client/src/devtools/machines/lanes/lane-history.ts';
import { findBroken } from '../../../client/src/devtools/machines/simulate/find-broken.ts';
import type { LaneEntry } from '../../../client/src/devtools/machines/lanes/lane-entry.ts';

const state = (at: number, lane: string, text: string): LaneEntry => ({
  ...{ kind: 'state', at, lane, text },
  mode: text === 'killed' ? 'off' : 'ok',
});
const message = (
  sentAt: number,
  at: number,
  ends: [from: string, lane: string],
  label = 'receives 42',
): LaneEntry => ({
  ...{ kind: 'event', at, sentAt, from: ends[0], lane: ends[1], label },
});
const tick = (at: number, lane: string): LaneEntry => ({
  ...{ kind: 'event', at, sentAt: at - 1, from: null, lane, label: 'tick' },
});
const record = (at: number, lane: string, label: string): LaneEntry => ({
  kind: 'record',
  at,
  lane,
  label,
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
  message(5, 9, ['tab 10 of ann', 'gateway a']),
  tick(20, 'gateway a'),
  fault(30, 1),
  message(31, 40, ['gateway a', 'gateway b'], 'bus public'),
  { kind: 'lost', at: 41, from: 'gateway a', lane: 'tab 2 of ben', label: 'receives 43' },
  record(42, 'tab 2 of ben', 'applies public 1, activity.created'),
  fault(50, 2),
  fault(60, 1, true),
  state(70, 'gateway a', 'killed'),
  record(80, 'tab 1 of ben', 'applies public 1, activity.created'),
];

const whole = addEntries(EMPTY_HISTORY, ENTRIES, 100);

test('[MACHINES-65] lanes are tabs by person, then gateways, bus and store, in whatever batches they are reported', () => {
  expect(whole.lanes).toEqual(['tab 10 of ann', 'tab 1 of ben', 'tab 2 of ben', 'gateway a', 'bus', 'store']);
  const inBatches = [3, 7, 9, ENTRIES.length].reduce(
    ({ done, so }, end) => ({ done: end, so: addEntries(so, ENTRIES.slice(done, end), 100) }),
    { done: 0, so: EMPTY_HISTORY },
  );
  expect(inBatches.so).toEqual(whole);
});

test('[MACHINES-65] a batch changes nothing of the record before it', () => {
  const before = addEntries(EMPTY_HISTORY, ENTRIES.slice(0, 9), 30);
  const copy = structuredClone(before);
  addEntries(before, ENTRIES.slice(9), 100);
  expect(before).toEqual(copy);
});

test('[MACHINES-61] every position gives the states of the lanes then', () => {
  const states = whole.states.get('gateway a');
  expect(stateAt(states, 2)).toBeNull();
  expect(stateAt(states, 3)?.text).toBe('1 socket');
  expect(stateAt(states, ENTRIES.length)?.text).toBe('killed');
  expect([positionAt(ENTRIES, -1), positionAt(ENTRIES, 4), positionAt(ENTRIES, 999)]).toEqual([0, 6, 16]);
});

test('[MACHINES-61] a step leads past the ticks', () => {
  expect(stepFrom(ENTRIES, 7, 1)).toBe(9);
  expect(stepFrom(ENTRIES, 9, -1)).toBe(7);
  expect(stepFrom(ENTRIES, 1, -1)).toBe(0);
  expect(stepFrom(ENTRIES, ENTRIES.length, 1)).toBe(ENTRIES.length);
});

test('[MACHINES-60] a report of the checker leads to its time, or to the last event of the lane that it names', () => {
  const at = (what: string, time: number | null) =>
    ENTRIES[(findBroken(ENTRIES, { what, at: time }) ?? 0) - 1];
  expect(at('tab 1 of ben is at 1, the head is 2', null)).toBe(ENTRIES[15]);
  expect(at('tab 2 of ben showed public 1 late', 10)).toBe(ENTRIES[11]);
  expect(at('text 1 is in the store and in no log', 42)).toBe(ENTRIES[11]);
  expect(findBroken(ENTRIES, { what: '3 deadlocks between writers', at: null })).toBeNull();
});

test('[MACHINES-65] messages are arrows from the time they were sent, by kind; those of the bus pass its lane', () => {
  const layout = layoutLanes(whole, { from: 0, width: 200, pxPerMs: 2 });
  const y = (lane: string) => laneY(whole, lane);
  expect(layout.arrows.socket).toMatch(new RegExp(`^M10 ${y('tab 10 of ann')}L18 ${y('gateway a')}M`));
  expect(layout.arrows.bus).toContain(`M62 ${y('gateway a')}L71 ${y('bus')}`);
  expect(layout.lost.startsWith(`M82 ${y('gateway a')}L`)).toBe(true);
  expect([layout.arrows.http, layout.arrows.store, layout.arrows.tabs]).toEqual(['', '', '']);
  const kinds = [
    { from: 'tab 1 of ann', lane: 'tab 2 of ann', label: 'hears tab 1 of ann {}' },
    { from: 'gateway a', lane: 'store', label: 'commit' },
    { from: 'tab 1 of ann', lane: 'gateway b', label: 'POST /api/activities' },
    { from: 'gateway b', lane: 'tab 1 of ann', label: 'answer 200' },
  ];
  expect(kinds.map(arrowKind)).toEqual(['tabs', 'store', 'http', 'http']);
});

test('[MACHINES-65] only what is in the shown time is laid out, and bands end at its edges', () => {
  const layout = layoutLanes(whole, { from: 10, width: 50, pxPerMs: 1 });
  expect(layout.arrows.socket).toBe('');
  const own = layout.bands.filter(({ lane }) => lane === 'gateway a');
  expect(own.map(({ x, width, mode }) => ({ x, width, mode }))).toEqual([{ x: 0, width: 50, mode: 'ok' }]);
  const later = layoutLanes(whole, { from: 65, width: 100, pxPerMs: 1 });
  const [first, second] = later.bands.filter(({ lane }) => lane === 'gateway a');
  expect([first?.width, second?.x, second?.width, second?.mode]).toEqual([5, 5, 30, 'off']);
});

test('[MACHINES-65] the text of a band is cut to its width, or left out', () => {
  const texts = (pxPerMs: number) =>
    layoutLanes(whole, { from: 0, width: 2000, pxPerMs })
      .bands.filter(({ lane }) => lane === 'gateway a')
      .map(({ text }) => text);
  expect(texts(0.2)).toEqual(['', '']);
  expect(texts(0.7)).toEqual(['1 soc…', '']);
  expect(texts(4)).toEqual(['1 socket', 'killed']);
});

test('[MACHINES-65] faults at the same time are drawn below each other, above the lanes', () => {
  const { faults, height } = layoutLanes(whole, { from: 0, width: 400, pxPerMs: 4 });
  expect(faults.map(({ row, x, width }) => ({ row, x, width }))).toEqual([
    { row: 0, x: 120, width: 120 },
    { row: 1, x: 200, width: 200 },
  ]);
  expect(laneY(whole, 'tab 10 of ann')).toBeGreaterThan(topOfLanes(whole));
  expect(height).toBeGreaterThan(laneY(whole, 'store'));
});

test('[MACHINES-65] the labels of the axis are distinct at every scale', () => {
  for (const pxPerMs of [0.03, 0.25, 1, 8, 32]) {
    const { ticks } = layoutLanes(whole, { from: 1234, width: 900, pxPerMs });
    expect(ticks.length).toBeGreaterThan(1);
    expect(new Set(ticks.map(({ label }) => label)).size).toBe(ticks.length);
    expect(ticks.every(({ x }) => x >= 0 && x <= 900)).toBe(true);
  }
});

test('[MACHINES-65] a press chooses the nearest entry of its lane', () => {
  const chosen = (at: number, lane: string) => ENTRIES[entryNear(whole, at, lane) ?? -1];
  expect(chosen(6, 'tab 10 of ann')).toBe(ENTRIES[6]);
  expect(chosen(43, 'tab 2 of ben')).toBe(ENTRIES[11]);
  expect(chosen(5, 'nothing')).toBeUndefined();
});
