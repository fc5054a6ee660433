/** The allowed fields of an event or a context; never a user's text, address, code or token. */
export type RedactedFields = Readonly<Record<string, string | number | boolean | null>>;

/** A running timer. */
export interface RunningTimer {
  /** The event at its end: `after untilRetry`. */
  delay: string;
  /** When it fires, in epoch milliseconds. */
  ends: number;
  /** Its duration in milliseconds. */
  ms: number;
}

interface Entry {
  /** The id of the reporting tab. */
  tab: string;
  /** The entry's number in its tab, from 1. */
  n: number;
  /** Epoch milliseconds with a fraction. */
  at: number;
  /** A name that is unique in its tab: `compose-2`, or `compose-2/submit` for an actor that it invoked. */
  actor: string;
  /** The number of the entry that caused it; null for a cause outside the machines, such as the user or the network. */
  cause: number | null;
}

/** The state of a machine. */
export interface MachineState {
  /** The active atomic and final states, as `open.editing`. */
  states: readonly string[];
  context: RedactedFields;
  timers: readonly RunningTimer[];
}

/** An actor has started, or was running when the recording began. */
export type ActorEntry = Entry &
  (
    | ({ kind: 'machine'; machine: string } & MachineState)
    /** An actor invoked by a machine; `source` is its name in `setup`. */
    | { kind: 'work'; source: string; parent: string }
  );

/** A machine received an event. `taken` holds the names of the transitions of each microstep; it is empty for an ignored event. */
export type EventEntry = Entry &
  MachineState & {
    kind: 'event';
    machine: string;
    event: string;
    payload: RedactedFields;
    /** The actor that sent it; null for a sender outside the machines. */
    sender: string | null;
    from: readonly string[];
    taken: readonly (readonly string[])[];
    actions: readonly string[];
  };

/** An invoked actor received an event. */
export type CommandEntry = Entry & { kind: 'command'; event: string };

/** An actor ended, or its observation did (`unwatched`). */
export type EndEntry = Entry & { kind: 'end'; how: 'done' | 'failed' | 'stopped' | 'unwatched' };

export type TraceEntry = ActorEntry | EventEntry | CommandEntry | EndEntry;

/** A recording as an exported file. */
export interface Trace {
  format: 'cruddur-trace';
  version: 1;
  /** In chronological order. */
  entries: readonly TraceEntry[];
}
