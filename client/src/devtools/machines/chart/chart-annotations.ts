/** How far something was reached: it is active, this session came by, only the test suite did, nobody. */
export type CoverageLevel = 'now' | 'session' | 'tests' | 'never';

export const COVERAGE_TEXTS: Record<CoverageLevel, string> = {
  now: 'active',
  session: 'reached in this session',
  tests: 'reached by the tests only',
  never: 'never reached',
};

/** A delay that runs. */
export interface RunningDelay {
  leftMs: number;
  /** Of how many milliseconds. */
  ofMs: number;
}

/** What is to be seen on a chart beside what its machine says; without a mark, a thing is drawn plainly. */
export interface ChartAnnotations {
  /** By path. */
  states: Readonly<Record<string, CoverageLevel>>;
  /** By name. */
  transitions: Readonly<Record<string, CoverageLevel>>;
  /** Names of the transitions that were taken last, at once. */
  last: readonly string[];
  /** By the name of the transition that comes at their end. */
  delays: Readonly<Record<string, RunningDelay>>;
}

export const NO_ANNOTATIONS: ChartAnnotations = { states: {}, transitions: {}, last: [], delays: {} };

/** What of a chart was chosen: a state by its path, or a transition by its name. */
export type ChartSelection = { kind: 'state'; path: string } | { kind: 'transition'; name: string };

export const isSameSelection = (one: ChartSelection | null, other: ChartSelection): boolean =>
  one !== null && selectionId(one) === selectionId(other);

/** Unique in its chart. */
export const selectionId = (chosen: ChartSelection): string =>
  chosen.kind === 'state' ? `state ${chosen.path}` : `transition ${chosen.name}`;
