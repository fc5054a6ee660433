import { describe, expect, test } from 'vitest';
import { findFaults } from '../../../client/chart-layout/find-faults.ts';
import type { ChartLayout, Point } from '../../../client/src/devtools/charts/layout.ts';
import { door, doorLayout as layout } from './samples.ts';

const RING = 'standing.bell.quiet: RING';
const LOCK = 'standing.wing: LOCK';
const PUSH = 'standing.wing.closed: PUSH [isOf Ines]';

const boxOf = (path: string) => layout.states[path] ?? { x: 0, y: 0, width: 0, height: 0 };
const routeOf = (name: string) => layout.transitions[name] ?? { points: [], label: boxOf(''), lines: [] };
const middle = (path: string): Point => {
  const { x, y, width, height } = boxOf(path);
  return { x: x + width / 2, y: y + height / 2 };
};

/** The layout with a transition's label or line elsewhere. */
function rerouted(name: string, change: Partial<{ label: Point; points: readonly Point[] }>): ChartLayout {
  const route = routeOf(name);
  const changed = {
    ...route,
    points: change.points ?? route.points,
    label: { ...route.label, ...change.label },
  };
  return { ...layout, transitions: { ...layout.transitions, [name]: changed } };
}

const moved = (path: string, to: Point): ChartLayout => ({
  ...layout,
  states: { ...layout.states, [path]: { ...boxOf(path), ...to } },
});

describe('the check of layouts', () => {
  test('[MACHINES-5] accepts a valid layout with regions, history and a final state', () => {
    expect(findFaults(door, layout)).toEqual([]);
  });

  test('[MACHINES-5] finds overlapping labels', () => {
    const { x, y } = routeOf(LOCK).label;
    const faults = findFaults(door, rerouted(PUSH, { label: { x, y } }));
    expect(faults.some((fault) => /label of .*(LOCK|PUSH).* overlaps .*(LOCK|PUSH)/.test(fault))).toBe(true);
  });

  test('[MACHINES-5] finds a label on a state', () => {
    expect(findFaults(door, rerouted(RING, { label: middle('broken') }))).toContain(
      `the label of ${RING} overlaps broken`,
    );
  });

  test('[MACHINES-5] finds a line through a state, and one through a label', () => {
    const { points, label } = routeOf(RING);
    const [from, to] = [points[0] ?? middle(''), points.at(-1) ?? middle('')];
    const through = (at: Point) =>
      rerouted(RING, {
        points: [from, { x: from.x, y: at.y }, { x: at.x, y: at.y }, { x: at.x, y: to.y }, to],
      });
    expect(findFaults(door, through(middle('broken')))).toContain(`the line of ${RING} runs through broken`);
    const words = { x: label.x + label.width / 2, y: label.y + label.height / 2 };
    expect(findFaults(door, through(words))).toContain(
      `the line of ${RING} runs through the label of ${RING}`,
    );
  });

  test('[MACHINES-5] finds a line that runs along another one, ends nowhere or leaves its state', () => {
    const faults = findFaults(door, rerouted(LOCK, { points: routeOf(RING).points }));
    expect(faults).toContain(`the line of ${LOCK} runs along that of ${RING}`);
    expect(faults).toContain(`the line of ${LOCK} does not begin or end at its states`);
    expect(faults).toContain(`the line of ${LOCK} leaves the state that contains it`);
  });

  test('[MACHINES-5] finds a line along a border', () => {
    const { x, y, width } = boxOf('broken');
    const points = [
      { x, y },
      { x: x + width, y },
    ];
    expect(findFaults(door, rerouted(RING, { points }))).toContain(
      `the line of ${RING} runs along the border of broken`,
    );
  });

  test('[MACHINES-5] finds an invisible line', () => {
    const [from = middle('')] = routeOf(RING).points;
    expect(findFaults(door, rerouted(RING, { points: [from, from] }))).toContain(
      `the line of ${RING} is too short`,
    );
  });

  test('[MACHINES-5] finds a state outside its parent, and one on another state', () => {
    expect(findFaults(door, moved('standing.wing.open', { x: -50, y: 0 }))).toContain(
      'standing.wing.open is not inside its parent',
    );
    expect(findFaults(door, moved('standing.wing.open', boxOf('standing.wing.closed')))).toContain(
      'standing.wing.closed overlaps standing.wing.open',
    );
  });
});
