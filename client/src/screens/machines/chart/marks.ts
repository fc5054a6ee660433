/** How far something was reached: it is active, this session came by, only the test suite did, nobody. */
export type Mark = 'now' | 'session' | 'tests' | 'never';

export const MARK_WORDS: Record<Mark, string> = {
  now: 'active',
  session: 'reached in this session',
  tests: 'reached by the tests only',
  never: 'never reached',
};

/** A delay that runs. */
export interface Burning {
  leftMs: number;
  /** Of how many milliseconds. */
  ofMs: number;
}

/** What is to be seen on a chart beside what its machine says; without a mark, a thing is drawn plainly. */
export interface ChartMarks {
  /** By path. */
  states: Readonly<Record<string, Mark>>;
  /** By name. */
  transitions: Readonly<Record<string, Mark>>;
  /** Names of the transitions that were taken last, at once. */
  last: readonly string[];
  /** By the name of the transition that comes at their end. */
  delays: Readonly<Record<string, Burning>>;
}

export const NO_MARKS: ChartMarks = { states: {}, transitions: {}, last: [], delays: {} };

/** What of a chart was chosen: a state by its path, or a transition by its name. */
export type Chosen = { kind: 'state'; path: string } | { kind: 'transition'; name: string };

export const isSame = (one: Chosen | null, other: Chosen): boolean =>
  one !== null && idOf(one) === idOf(other);

/** Unique in its chart. */
export const idOf = (chosen: Chosen): string =>
  chosen.kind === 'state' ? `state ${chosen.path}` : `transition ${chosen.name}`;
