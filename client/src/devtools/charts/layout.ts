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
  /** From its source to its target; none for one that changes no state, which is only words in its state's box. */
  points: readonly Point[];
  /** Where its words stand. */
  label: Box;
  /** The words, line by line. */
  lines: readonly string[];
}

/** The mark of where a state around others begins; for a history without a dot, as its way to where it leads at first. */
export interface InitialArrow {
  /** The state around, or the history. */
  state: string;
  points: readonly Point[];
}

/** Where everything of a chart stands, in px of the chart as it is, unzoomed. */
export interface ChartLayout {
  width: number;
  height: number;
  /** By path. */
  states: Readonly<Record<string, Box>>;
  /** By path: where a state's name stands, and the actors that run in it, line by line. */
  titles: Readonly<Record<string, Box>>;
  /** By name. */
  transitions: Readonly<Record<string, Route>>;
  beginnings: readonly InitialArrow[];
  /** Lines between regions. */
  separators: readonly (readonly [Point, Point])[];
}

/** Sizes in px that the layout reckons with and the drawing keeps to. */
export const SIZES = {
  /** A state's name: 600 14px of the interface's face. */
  name: 14,
  nameLine: 20,
  /** All other words: 11.5px of the mono face, in which each character is as wide as any other. */
  word: 11.5,
  wordLine: 15,
  /** How far one character of it leads, per px of its size. */
  advance: 0.6,
  /** Below the words of a delay, for its fuse. */
  fuse: 6,
  /** Before the words of what changes no state, for its mark. */
  stay: 14,
  /** The radius of the dot at which a state begins. */
  dot: 4,
} as const;

export interface DrawnChart {
  chart: Chart;
  layout: ChartLayout;
}
