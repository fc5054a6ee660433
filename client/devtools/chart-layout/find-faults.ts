import { isComposite, isInside, isInsideOrSame, type Chart } from '../charts/chart.ts';
import type { Box, ChartLayout, Point } from '../charts/layout.ts';
import {
  doesCrossBox,
  doBoxesOverlap,
  doRunAlong,
  expandBox,
  isBoxIn,
  lengthOf,
  segmentsOf,
  sidesOf,
} from './geometry.ts';

/** A smaller overlap is no fault, in px. */
const TOLERANCE = 0.75;
/** Nearer lines look like one, in px. */
const MIN_LINE_GAP = 4;
/** In px; the arrow head takes half of it. */
const MIN_LINE_LENGTH = 12;

/** Every overlap, misplaced box and unreadable line of a layout, each as a sentence. */
export function findFaults(chart: Chart, layout: ChartLayout): string[] {
  const view = { chart, layout };
  return [
    ...findStatesOutside(view),
    ...findOverlappingStates(view),
    ...findOverlappingLabels(view),
    ...findLabelsOnStates(view),
    ...findLinesThroughStates(view),
    ...findLinesThroughLabels(view),
    ...findLinesOnLines(view),
    ...findLinesOnBorders(view),
    ...findLinesOutside(view),
    ...findLooseEnds(view),
    ...findShortLines(view),
  ];
}

interface View {
  chart: Chart;
  layout: ChartLayout;
}

const none: Box = { x: 0, y: 0, width: 0, height: 0 };
const boxOf = ({ layout }: View, path: string): Box => layout.states[path] ?? none;
const isOnBorder = (point: Point, box: Box) =>
  doBoxesOverlap({ ...point, width: 0, height: 0 }, expandBox(box, TOLERANCE)) &&
  !isBoxIn({ ...point, width: 0, height: 0 }, expandBox(box, -TOLERANCE));

/** The lines of a chart: transitions and initial arrows. */
function toLines({ chart, layout }: View) {
  const transitions = chart.transitions.flatMap(({ name, source, targets: [target] }) =>
    target === undefined ? [] : [{ name, source, target, points: layout.transitions[name]?.points ?? [] }],
  );
  const beginnings = layout.beginnings.map(({ state, points }) => {
    const target = chart.states.find(({ path }) => path === state)?.initial ?? state;
    return { name: `the beginning of ${state}`, source: null, target, points };
  });
  return [...transitions, ...beginnings];
}

/** All labels: of transitions, where `home` is the state whose box holds an internal one, and of states. */
function toLabels({ chart, layout }: View) {
  const transitions = chart.transitions.map(({ name, source, targets }) => ({
    name,
    ends: [source, ...targets],
    home: targets.length === 0 ? source : null,
    box: layout.transitions[name]?.label ?? none,
  }));
  const titles = chart.states.map(({ path }) => ({
    name: `the name of ${path}`,
    ends: [path],
    home: path,
    box: layout.titles[path] ?? none,
  }));
  return [...transitions, ...titles];
}

function findStatesOutside(view: View): string[] {
  const page = { x: 0, y: 0, width: view.layout.width, height: view.layout.height };
  return view.chart.states
    .filter(({ path, parent }) => {
      const container = parent === null ? page : boxOf(view, parent);
      return boxOf(view, path).width === 0 || !isBoxIn(boxOf(view, path), expandBox(container, TOLERANCE));
    })
    .map(({ path }) => `${path} is not inside its parent`);
}

function findOverlappingStates(view: View): string[] {
  const { states } = view.chart;
  return pairs(states)
    .filter(
      ([one, other]) =>
        one.parent === other.parent && doBoxesOverlap(boxOf(view, one.path), boxOf(view, other.path)),
    )
    .map(([one, other]) => `${one.path} overlaps ${other.path}`);
}

function findOverlappingLabels(view: View): string[] {
  return pairs(toLabels(view))
    .filter(([one, other]) =>
      doBoxesOverlap(expandBox(one.box, -TOLERANCE / 2), expandBox(other.box, -TOLERANCE / 2)),
    )
    .map(([one, other]) => `the label of ${one.name} overlaps ${other.name}`);
}

/** A label is inside its own state, outside all states, or wholly inside an ancestor of one of its ends. */
function findLabelsOnStates(view: View): string[] {
  return toLabels(view).flatMap(({ name, ends, home, box }) =>
    view.chart.states
      .filter((state) => {
        const { path } = state;
        const stateBox = boxOf(view, path);
        if (home === path) return !isBoxIn(box, stateBox);
        if (!doBoxesOverlap(box, expandBox(stateBox, -TOLERANCE))) return false;
        const isHolder = isComposite(state) && ends.some((end) => isInsideOrSame(end, path));
        return !isHolder || !isBoxIn(box, stateBox);
      })
      .map(({ path }) => `the label of ${name} overlaps ${path}`),
  );
}

function findLinesThroughStates(view: View): string[] {
  return toLines(view).flatMap(({ name, source, target, points }) =>
    view.chart.states
      .filter(({ path }) => {
        const ends = source === null ? [target] : [source, target];
        // A line belongs inside an ancestor of its ends, and between a state and its descendants.
        if (ends.some((end) => isInside(end, path))) return false;
        return segmentsOf(points).some((segment) =>
          doesCrossBox(segment, expandBox(boxOf(view, path), -TOLERANCE)),
        );
      })
      .map(({ path }) => `the line of ${name} runs through ${path}`),
  );
}

function findLinesThroughLabels(view: View): string[] {
  const labels = toLabels(view);
  return toLines(view).flatMap(({ name, points }) =>
    labels
      .filter(({ box }) =>
        segmentsOf(points).some((segment) => doesCrossBox(segment, expandBox(box, -TOLERANCE))),
      )
      .map((label) => `the line of ${name} runs through the label of ${label.name}`),
  );
}

function findLinesOnLines(view: View): string[] {
  return pairs(toLines(view))
    .filter(([one, other]) => one.source !== other.source || one.target !== other.target)
    .filter(([one, other]) =>
      segmentsOf(one.points).some((segment) =>
        segmentsOf(other.points).some((each) => doRunAlong(segment, each, MIN_LINE_GAP)),
      ),
    )
    .map(([one, other]) => `the line of ${one.name} runs along that of ${other.name}`);
}

function findLinesOnBorders(view: View): string[] {
  return toLines(view).flatMap(({ name, points }) =>
    view.chart.states
      .filter(({ path }) =>
        segmentsOf(points).some((segment) =>
          sidesOf(boxOf(view, path)).some((side) => doRunAlong(segment, side, MIN_LINE_GAP)),
        ),
      )
      .map(({ path }) => `the line of ${name} runs along the border of ${path}`),
  );
}

function findLinesOutside(view: View): string[] {
  return toLines(view)
    .filter(({ source, target, points }) => {
      const containers = view.chart.states
        .filter(({ path }) => isInside(target, path) && (source === null || isInsideOrSame(source, path)))
        .map(({ path }) => boxOf(view, path));
      return points.some((point) =>
        containers.some((box) => !isBoxIn({ ...point, width: 0, height: 0 }, expandBox(box, TOLERANCE))),
      );
    })
    .map(({ name }) => `the line of ${name} leaves the state that contains it`);
}

function findLooseEnds(view: View): string[] {
  return toLines(view)
    .filter(({ source, target, points }) => {
      const [from, to] = [points[0], points.at(-1)];
      if (!from || !to) return true;
      return (
        !isOnBorder(to, boxOf(view, target)) || (source !== null && !isOnBorder(from, boxOf(view, source)))
      );
    })
    .map(({ name }) => `the line of ${name} does not begin or end at its states`);
}

function findShortLines(view: View): string[] {
  return toLines(view)
    .filter(({ points }) => lengthOf(points) < MIN_LINE_LENGTH)
    .map(({ name }) => `the line of ${name} is too short`);
}

function pairs<T>(all: readonly T[]): [T, T][] {
  return all.flatMap((one, index) => all.slice(index + 1).map((other): [T, T] => [one, other]));
}
