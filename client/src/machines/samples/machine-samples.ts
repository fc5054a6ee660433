import type { AnyStateMachine, EventFrom, InputFrom } from 'xstate';

/** What a machine can be told and how its work can end, for trying it out. */
export interface MachineSamples<Machine extends AnyStateMachine = AnyStateMachine> {
  /** Where the machine needs an input. `now` is in epoch milliseconds, by the clock that it is tried with. */
  input?: (clock: { now: () => number }) => InputFrom<Machine>;
  /** What can be said to it, by a name for people: `type a short text`. */
  events: Readonly<Record<string, EventFrom<Machine>>>;
  /** How its work can end, by the work's name in `setup` and a name for people. */
  outcomes: Readonly<Record<string, Readonly<Record<string, Outcome>>>>;
}

export type Outcome = { output: unknown } | { error: unknown };
