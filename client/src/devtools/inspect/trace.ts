/** What may be shown of an event or a context: the allow-list decides, so never a text, address, code or token. */
export type RedactedFields = Readonly<Record<string, string | number | boolean | null>>;

/** A timer that runs. */
export interface RunningTimer {
  /** As the event that comes at its end: `after untilRetry`. */
  delay: string;
  /** When it rings, in epoch milliseconds. */
  ends: number;
  /** How long it was set for, in milliseconds. */
  ms: number;
}

interface Entry {
  /** The tab that says it. */
  tab: string;
  /** Counts the tab's entries, from 1. */
  n: number;
  /** Epoch milliseconds, in parts of one. */
  at: number;
  /** A name that is unique in its tab: `compose-2`, or `compose-2/submit` for work that it started. */
  actor: string;
  /** The entry of the same tab that brought it about; null for what came from outside: a person, the network, the program. */
  cause: number | null;
}

/** A machine as it stands. */
export interface MachineState {
  /** The innermost states that it is in, as `open.editing`. */
  states: readonly string[];
  context: RedactedFields;
  timers: readonly RunningTimer[];
}

/** An actor is there, or was when the watching began. */
export type ActorEntry = Entry &
  (
    | ({ kind: 'machine'; machine: string } & MachineState)
    /** Work of a machine, by the name that it has there. */
    | { kind: 'work'; source: string; parent: string }
  );

/** Something was said to a machine; `taken` are the names of the transitions of each of its steps, none where it is ignored. */
export type EventEntry = Entry &
  MachineState & {
    kind: 'event';
    machine: string;
    event: string;
    payload: RedactedFields;
    /** The actor that said it; null for what came from outside. */
    sender: string | null;
    from: readonly string[];
    taken: readonly (readonly string[])[];
    actions: readonly string[];
  };

/** Something was said to work of a machine. */
export type CommandEntry = Entry & { kind: 'command'; event: string };

/** How an actor ended, or that nobody watched it any more. */
export type EndEntry = Entry & { kind: 'end'; how: 'done' | 'failed' | 'stopped' | 'unwatched' };

export type TraceEntry = ActorEntry | EventEntry | CommandEntry | EndEntry;

/** A record of machines at work, as it is taken along. */
export interface Trace {
  format: 'cruddur-trace';
  version: 1;
  /** In the order in which they happened. */
  entries: readonly TraceEntry[];
}
