import type { AnyEventObject, AnyStateMachine, EventFrom, InputFrom, OutputFrom } from 'xstate';

/** A clock of one's own, as of a sandbox or of a walk; `now` is in epoch milliseconds by it. */
export interface SampleClock {
  now: () => number;
}

/** How a piece of outside work can end. */
export type Outcome = { output: unknown } | { error: unknown };

/** What a machine can be told and how its work can end, by names for people. */
export interface MachineSamples {
  /** Where the machine needs an input. */
  input?: (clock: SampleClock) => unknown;
  /** Other inputs, which lead where the first one does not. */
  otherInputs?: Readonly<Record<string, (clock: SampleClock) => unknown>>;
  /** What can be said to it: `type a short text`. */
  events: Readonly<Record<string, AnyEventObject>>;
  /** How each piece of its work can end, by the work's name in `setup`: `submit` by `it is taken`. */
  outcomes: Readonly<Record<string, Readonly<Record<string, Outcome>>>>;
}

type Actors<M extends AnyStateMachine> = NonNullable<Parameters<M['provide']>[0]['actors']>;

/** Samples that fit one machine: a payload, an input or an answer of another shape does not compile, nor does work without ends. */
export interface SamplesOf<M extends AnyStateMachine> {
  input?: (clock: SampleClock) => InputFrom<M>;
  otherInputs?: Readonly<Record<string, (clock: SampleClock) => InputFrom<M>>>;
  events: Readonly<Record<string, EventFrom<M>>>;
  outcomes: {
    readonly [Work in keyof Actors<M>]-?: Readonly<
      Record<string, { output: OutputFrom<NonNullable<Actors<M>[Work]>> } | { error: unknown }>
    >;
  };
}
