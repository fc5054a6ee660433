import type { AnyEventObject, AnyStateMachine, EventFrom, InputFrom, OutputFrom } from 'xstate';

/** The clock of a sandbox or a model walk; `now` is in epoch milliseconds. */
export interface SampleClock {
  now: () => number;
}

/** How an invoked actor can end. */
export type Outcome = { output: unknown } | { error: unknown };

/** Events that a machine accepts and outcomes of the actors that it invokes, by readable names. */
export interface MachineSamples {
  /** For a machine that needs an input. */
  input?: (clock: SampleClock) => unknown;
  /** Further inputs, for states that the first one cannot reach. */
  otherInputs?: Readonly<Record<string, (clock: SampleClock) => unknown>>;
  /** By name: `type a short text`. */
  events: Readonly<Record<string, AnyEventObject>>;
  /** By the actor's name in `setup`, then by the outcome's name: `submit`, `it is accepted`. */
  outcomes: Readonly<Record<string, Readonly<Record<string, Outcome>>>>;
}

type Actors<M extends AnyStateMachine> = NonNullable<Parameters<M['provide']>[0]['actors']>;

/** Samples of one machine: a payload, input or output of another shape does not compile, nor does an actor without outcomes. */
export interface SamplesOf<M extends AnyStateMachine> {
  input?: (clock: SampleClock) => InputFrom<M>;
  otherInputs?: Readonly<Record<string, (clock: SampleClock) => InputFrom<M>>>;
  events: Readonly<Record<string, EventFrom<M>>>;
  outcomes: {
    readonly [Name in keyof Actors<M>]-?: Readonly<
      Record<string, { output: OutputFrom<NonNullable<Actors<M>[Name]>> } | { error: unknown }>
    >;
  };
}
