/** Where a state or transition was reached: it is active, in this session, by the test suite only, or never. */
export type CoverageLevel = 'now' | 'session' | 'tests' | 'never';

export const COVERAGE_TEXTS: Record<CoverageLevel, string> = {
  now: 'active',
  session: 'reached in this session',
  tests: 'reached by the tests only',
  never: 'never reached',
};

/** A running delay. */
export interface RunningDelay {
  leftMs: number;
  totalMs: number;
}

/** Additions of a chart to its machine's definition. Anything without a level is drawn plainly. */
export interface ChartAnnotations {
  /** By path. */
  states: Readonly<Record<string, CoverageLevel>>;
  /** By name. */
  transitions: Readonly<Record<string, CoverageLevel>>;
  /** Names of the transitions that the last event took. */
  last: readonly string[];
  /** By the name of the transition that the delay triggers. */
  delays: Readonly<Record<string, RunningDelay>>;
}

export const NO_ANNOTATIONS: ChartAnnotations = { states: {}, transitions: {}, last: [], delays: {} };

/** A chosen state or transition of a chart. */
export type ChartSelection = { kind: 'state'; path: string } | { kind: 'transition'; name: string };

export const isSameSelection = (one: ChartSelection | null, other: ChartSelection): boolean =>
  one !== null && selectionId(one) === selectionId(other);

/** Unique in its chart. */
export const selectionId = (chosen: ChartSelection): string =>
  chosen.kind === 'state' ? `state ${chosen.path}` : `transition ${chosen.name}`;
