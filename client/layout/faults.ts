import type { Chart } from '../src/charts/chart.ts';
import type { Box, ChartLayout, Point } from '../src/charts/layout.ts';
import {
  doesCross,
  doOverlap,
  doRunAlong,
  grown,
  isBoxIn,
  lengthOf,
  segmentsOf,
  sidesOf,
} from './geometry.ts';
import { isAround, isInside, isWithin } from './paths.ts';

/** Less than this, in px, is a touch and covers nothing. */
const TOUCH = 0.75;
/** Lines that are nearer to each other look like one. */
const APART = 4;
/** Of which half is the head. */
const SHORTEST = 12;

/** Everything in a layout that covers something else or stands where it does not belong, each as a sentence. */
export function faultsIn(chart: Chart, layout: ChartLayout): string[] {
  const view = { chart, layout };
  return [
    ...statesOutside(view),
    ...statesOnStates(view),
    ...wordsOnWords(view),
    ...wordsOnStates(view),
    ...linesThroughStates(view),
    ...linesThroughWords(view),
    ...linesOnLines(view),
    ...linesOnBorders(view),
    ...linesOutside(view),
    ...looseEnds(view),
    ...shortLines(view),
  ];
}

interface View {
  chart: Chart;
  layout: ChartLayout;
}

const none: Box = { x: 0, y: 0, width: 0, height: 0 };
const boxOf = ({ layout }: View, path: string): Box => layout.states[path] ?? none;
const isAt = (point: Point, box: Box) =>
  doOverlap({ ...point, width: 0, height: 0 }, grown(box, TOUCH)) &&
  !isBoxIn({ ...point, width: 0, height: 0 }, grown(box, -TOUCH));

/** The lines of a chart: transitions, and the ways from the dots. */
function linesOf({ chart, layout }: View) {
  const transitions = chart.transitions.flatMap(({ name, source, targets: [target] }) =>
    target === undefined ? [] : [{ name, source, target, points: layout.transitions[name]?.points ?? [] }],
  );
  const beginnings = layout.beginnings.map(({ state, points }) => {
    const target = chart.states.find(({ path }) => path === state)?.initial ?? state;
    return { name: `the beginning of ${state}`, source: null, target, points };
  });
  return [...transitions, ...beginnings];
}

/** All words: of transitions, with the state in whose box they are when they change none, and the heads of states. */
function wordsOf({ chart, layout }: View) {
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

function statesOutside(view: View): string[] {
  const page = { x: 0, y: 0, width: view.layout.width, height: view.layout.height };
  return view.chart.states
    .filter(({ path, parent }) => {
      const room = parent === null ? page : boxOf(view, parent);
      return boxOf(view, path).width === 0 || !isBoxIn(boxOf(view, path), grown(room, TOUCH));
    })
    .map(({ path }) => `${path} is not inside what it belongs to`);
}

function statesOnStates(view: View): string[] {
  const { states } = view.chart;
  return pairs(states)
    .filter(
      ([one, other]) =>
        one.parent === other.parent && doOverlap(boxOf(view, one.path), boxOf(view, other.path)),
    )
    .map(([one, other]) => `${one.path} lies on ${other.path}`);
}

function wordsOnWords(view: View): string[] {
  return pairs(wordsOf(view))
    .filter(([one, other]) => doOverlap(grown(one.box, -TOUCH / 2), grown(other.box, -TOUCH / 2)))
    .map(([one, other]) => `the words of ${one.name} lie on ${other.name}`);
}

/** Words stand in their own state, or beside any state, or wholly in one around their ends. */
function wordsOnStates(view: View): string[] {
  return wordsOf(view).flatMap(({ name, ends, home, box }) =>
    view.chart.states
      .filter((state) => {
        const { path } = state;
        const room = boxOf(view, path);
        if (home === path) return !isBoxIn(box, room);
        if (!doOverlap(box, grown(room, -TOUCH))) return false;
        const isHolder = isAround(state) && ends.some((end) => isWithin(end, path));
        return !isHolder || !isBoxIn(box, room);
      })
      .map(({ path }) => `the words of ${name} lie on ${path}`),
  );
}

function linesThroughStates(view: View): string[] {
  return linesOf(view).flatMap(({ name, source, target, points }) =>
    view.chart.states
      .filter(({ path }) => {
        const ends = source === null ? [target] : [source, target];
        // Inside a state around an end, and between a state and what is in it, is where a line belongs.
        if (ends.some((end) => isInside(end, path))) return false;
        return segmentsOf(points).some((segment) => doesCross(segment, grown(boxOf(view, path), -TOUCH)));
      })
      .map(({ path }) => `the line of ${name} runs through ${path}`),
  );
}

function linesThroughWords(view: View): string[] {
  const words = wordsOf(view);
  return linesOf(view).flatMap(({ name, points }) =>
    words
      .filter(({ box }) => segmentsOf(points).some((segment) => doesCross(segment, grown(box, -TOUCH))))
      .map((word) => `the line of ${name} runs through the words of ${word.name}`),
  );
}

function linesOnLines(view: View): string[] {
  return pairs(linesOf(view))
    .filter(([one, other]) => one.source !== other.source || one.target !== other.target)
    .filter(([one, other]) =>
      segmentsOf(one.points).some((segment) =>
        segmentsOf(other.points).some((each) => doRunAlong(segment, each, APART)),
      ),
    )
    .map(([one, other]) => `the line of ${one.name} runs along that of ${other.name}`);
}

function linesOnBorders(view: View): string[] {
  return linesOf(view).flatMap(({ name, points }) =>
    view.chart.states
      .filter(({ path }) =>
        segmentsOf(points).some((segment) =>
          sidesOf(boxOf(view, path)).some((side) => doRunAlong(segment, side, APART)),
        ),
      )
      .map(({ path }) => `the line of ${name} runs along the border of ${path}`),
  );
}

function linesOutside(view: View): string[] {
  return linesOf(view)
    .filter(({ source, target, points }) => {
      const around = view.chart.states
        .filter(({ path }) => isInside(target, path) && (source === null || isWithin(source, path)))
        .map(({ path }) => boxOf(view, path));
      return points.some((point) =>
        around.some((box) => !isBoxIn({ ...point, width: 0, height: 0 }, grown(box, TOUCH))),
      );
    })
    .map(({ name }) => `the line of ${name} leaves the state that it is in`);
}

function looseEnds(view: View): string[] {
  return linesOf(view)
    .filter(({ source, target, points }) => {
      const [from, to] = [points[0], points.at(-1)];
      if (!from || !to) return true;
      return !isAt(to, boxOf(view, target)) || (source !== null && !isAt(from, boxOf(view, source)));
    })
    .map(({ name }) => `the line of ${name} does not begin or end at its states`);
}

function shortLines(view: View): string[] {
  return linesOf(view)
    .filter(({ points }) => lengthOf(points) < SHORTEST)
    .map(({ name }) => `the line of ${name} is too short to be seen`);
}

function pairs<T>(all: readonly T[]): [T, T][] {
  return all.flatMap((one, index) => all.slice(index + 1).map((other): [T, T] => [one, other]));
}
