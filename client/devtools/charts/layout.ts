import type { Chart } from './chart.ts';

export interface Point {
  x: number;
  y: number;
}

export interface Box extends Point {
  width: number;
  height: number;
}

/** How a transition is drawn. */
export interface Route {
  /** From its source to its target; empty for an internal transition, which is only text in its state's box. */
  points: readonly Point[];
  /** The box of its text. */
  label: Box;
  /** The text, line by line. */
  lines: readonly string[];
}

/** The arrow from a composite state's dot to its initial state; from a history state, to its default target. */
export interface InitialArrow {
  /** The composite state, or the history state. */
  state: string;
  points: readonly Point[];
}

/** The position of everything in a chart, in px at zoom 1. */
export interface ChartLayout {
  width: number;
  height: number;
  /** By path. */
  states: Readonly<Record<string, Box>>;
  /** By path: the box of a state's name and its invoked actors. */
  titles: Readonly<Record<string, Box>>;
  /** By name. */
  transitions: Readonly<Record<string, Route>>;
  beginnings: readonly InitialArrow[];
  /** Lines between regions. */
  separators: readonly (readonly [Point, Point])[];
}

/** Text sizes in px; the layout computes with them and the drawing keeps to them. */
export const SIZES = {
  /** A state's name: 600 14px in the interface's font. */
  name: 14,
  nameLine: 20,
  /** All other text, in the monospaced font. */
  word: 11.5,
  wordLine: 15,
  /** The width of one of its characters, per px of its size. */
  advance: 0.6,
  /** The height of a delay's fuse, below its text. */
  fuse: 6,
  /** The width of an internal transition's mark, before its text. */
  internalMark: 14,
  /** The radius of the initial dot. */
  dot: 4,
} as const;

export interface DrawnChart {
  chart: Chart;
  layout: ChartLayout;
}
