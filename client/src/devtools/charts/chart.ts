/** A state of a machine. */
export interface ChartState {
  /** As `open.editing`; '' is the machine itself. */
  path: string;
  key: string;
  kind: 'atomic' | 'compound' | 'parallel' | 'final' | 'history' | 'deep-history';
  parent: string | null;
  /** The path that it begins in, of a compound one; of a history, where it leads before there is any. */
  initial: string | null;
  tags: readonly string[];
  entry: readonly string[];
  exit: readonly string[];
  /** Names in `setup` of the actors that run while it is active. */
  invokes: readonly string[];
}

export interface ChartTransition {
  /** Unique in its machine: the inventory's name. */
  name: string;
  source: string;
  /** Paths; empty when it stays where it is. */
  targets: readonly string[];
  kind: 'event' | 'done' | 'error' | 'after' | 'always';
  /** As people say it: `TYPE`, `done submit`, `after untilRetry`, `always`. */
  event: string;
  guard: string | null;
  actions: readonly string[];
  /** In milliseconds, where it is the same at all times. */
  delayMs: number | null;
  reenter: boolean;
}

/** What a machine's definition says, as plain data: it can be drawn, written down and sent. */
export interface Chart {
  machine: string;
  /** Parents before their children, in the order of the definition. */
  states: readonly ChartState[];
  transitions: readonly ChartTransition[];
}
