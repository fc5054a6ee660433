import { SERVER_MACHINES } from '@cruddur/shared';
import { expect, test } from 'vitest';
import {
  isOutdated,
  loadLayouts,
  listOutdatedMachines,
  listOrphanedFiles,
} from '../../../../client/devtools/chart-layout/stored-layouts.ts';
import { findFaults } from '../../../../client/devtools/chart-layout/find-faults.ts';
import { FRAME } from '../../../../client/devtools/chart-layout/quality.ts';
import type { ChartLayout, Point } from '../../../../client/devtools/charts/layout.ts';
import { machineCatalogue } from '../../../../client/devtools/machine-catalogue.ts';
import { door, doorLayout, DOOR_LAYOUT } from './samples.ts';

const drawn = loadLayouts();

test('every machine has a layout, which is current: if not, `npm run machines` updates it', () => {
  const machines = [...machineCatalogue.map(({ machine }) => machine.id), ...SERVER_MACHINES];
  expect(drawn.map(({ chart }) => chart.machine)).toEqual(machines);
  expect([listOutdatedMachines(), listOrphanedFiles()]).toEqual([[], []]);
  expect(isOutdated(door, DOOR_LAYOUT)).toBe(false);
});

test.each(drawn)(
  '$chart.machine: everything is placed, nothing overlaps, and it is readable when it fits the page',
  ({ chart, layout }) => {
    expect(Object.keys(layout.states).sort()).toEqual(chart.states.map(({ path }) => path).sort());
    expect(Object.keys(layout.transitions).sort()).toEqual(chart.transitions.map(({ name }) => name).sort());
    const around = chart.states.filter(({ kind }) => kind === 'compound').map(({ path }) => path);
    expect(layout.beginnings.map(({ state }) => state).sort()).toEqual(around.sort());
    expect(Math.min(FRAME.width / layout.width, FRAME.height / layout.height)).toBeGreaterThan(0.6);
    expect(findFaults(chart, layout)).toEqual([]);
  },
);

const RING = 'standing.bell.quiet: RING';
const LOCK = 'standing.wing: LOCK';
const PUSH = 'standing.wing.closed: PUSH [isOf Ines]';

const boxOf = (path: string) => doorLayout.states[path] ?? { x: 0, y: 0, width: 0, height: 0 };
const routeOf = (name: string) => doorLayout.transitions[name] ?? { points: [], label: boxOf(''), lines: [] };
const middleOf = ({ x, y, width, height }: ReturnType<typeof boxOf>): Point => ({
  x: x + width / 2,
  y: y + height / 2,
});

/** The layout with a transition's label or line elsewhere. */
function rerouted(name: string, change: { label?: Point; points?: readonly Point[] }): ChartLayout {
  const { label, ...route } = routeOf(name);
  const changed = { ...route, ...change, label: { ...label, ...change.label } };
  return { ...doorLayout, transitions: { ...doorLayout.transitions, [name]: changed } };
}

/** The line of RING through a point. */
function through(at: Point): ChartLayout {
  const { points } = routeOf(RING);
  const [from, to] = [points[0] ?? at, points.at(-1) ?? at];
  return rerouted(RING, { points: [from, { x: from.x, y: at.y }, at, { x: at.x, y: to.y }, to] });
}

const moved = (path: string, to: Point): ChartLayout => ({
  ...doorLayout,
  states: { ...doorLayout.states, [path]: { ...boxOf(path), ...to } },
});

const broken = boxOf('broken');
const [start = middleOf(broken)] = routeOf(RING).points;
const topRight = { x: broken.x + broken.width, y: broken.y };
const alongRing = rerouted(LOCK, { points: routeOf(RING).points });

test.each([
  [
    'overlapping labels',
    rerouted(PUSH, { label: routeOf(LOCK).label }),
    `the label of ${LOCK} overlaps ${PUSH}`,
  ],
  ['a label on a state', rerouted(RING, { label: middleOf(broken) }), `the label of ${RING} overlaps broken`],
  ['a line through a state', through(middleOf(broken)), `the line of ${RING} runs through broken`],
  [
    'a line through a label',
    through(middleOf(routeOf(RING).label)),
    `the line of ${RING} runs through the label of ${RING}`,
  ],
  ['a line along another one', alongRing, `the line of ${LOCK} runs along that of ${RING}`],
  ['a line that ends nowhere', alongRing, `the line of ${LOCK} does not begin or end at its states`],
  ['a line that leaves its state', alongRing, `the line of ${LOCK} leaves the state that contains it`],
  [
    'a line along a border',
    rerouted(RING, { points: [broken, topRight] }),
    `the line of ${RING} runs along the border of broken`,
  ],
  ['an invisible line', rerouted(RING, { points: [start, start] }), `the line of ${RING} is too short`],
  [
    'a state outside its parent',
    moved('standing.wing.open', { x: -50, y: 0 }),
    'standing.wing.open is not inside its parent',
  ],
  [
    'a state on another one',
    moved('standing.wing.open', boxOf('standing.wing.closed')),
    'standing.wing.closed overlaps standing.wing.open',
  ],
])('the check of layouts finds %s', (_, layout, fault) => {
  expect(findFaults(door, doorLayout)).toEqual([]);
  expect(findFaults(door, layout)).toContain(fault);
});
