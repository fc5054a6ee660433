/** A state of a machine. */
export interface ChartState {
  /** As `open.editing`; '' is the machine itself. */
  path: string;
  key: string;
  kind: 'atomic' | 'compound' | 'parallel' | 'final' | 'history' | 'deep-history';
  parent: string | null;
  /** The path of a compound state's initial state; of a history state, its default target. */
  initial: string | null;
  tags: readonly string[];
  entry: readonly string[];
  exit: readonly string[];
  /** Names in `setup` of the invoked actors. */
  invokes: readonly string[];
}

export interface ChartTransition {
  /** Unique in its machine: the inventory's name. */
  name: string;
  source: string;
  /** Paths; empty when the state does not change. */
  targets: readonly string[];
  kind: 'event' | 'done' | 'error' | 'after' | 'always';
  /** As `TYPE`, `done submit`, `after untilRetry`, `always`. */
  event: string;
  guard: string | null;
  actions: readonly string[];
  /** In milliseconds, when it is constant. */
  delayMs: number | null;
  reenter: boolean;
}

/** A machine's definition as plain data, which can be drawn, stored and sent. */
export interface Chart {
  machine: string;
  /** Parents before their children, in the order of the definition. */
  states: readonly ChartState[];
  transitions: readonly ChartTransition[];
}

/** A state's name as it is written in its box. */
export function stateTitle({ machine }: Chart, { path, key, kind }: ChartState): string {
  if (kind === 'history') return 'H';
  if (kind === 'deep-history') return 'H*';
  return path === '' ? machine : key;
}

/** Whether a state is a descendant of another one. @param path of the one @param state the path of the other */
export const isInside = (path: string, state: string): boolean =>
  path !== state && (state === '' || path.startsWith(`${state}.`));

export const isInsideOrSame = (path: string, state: string): boolean =>
  path === state || isInside(path, state);

export const childrenOf = ({ states }: Chart, path: string): ChartState[] =>
  states.filter(({ parent }) => parent === path);

export const isComposite = ({ kind }: ChartState): boolean => kind === 'compound' || kind === 'parallel';
