import type { AnyEventObject, AnyMachineSnapshot, AnyStateMachine } from 'xstate';

/**
 * What the page and the world around it hold, by a name: `the right password`. An act may put another one there, and some
 * things only happen in some scenes.
 */
export type EnvironmentState = string;

type Precondition = { given?: readonly EnvironmentState[] };

/** What a person can do: the event that the machine hears of it, and the scene that it leaves. */
export type UserAction = Precondition & { event: AnyEventObject; leaves?: EnvironmentState };

/** How outside work can end: by an answer, or by an error. */
export type ActorOutcome = Precondition & { leaves?: EnvironmentState } & (
    { output: unknown } | { error: unknown }
  );

/** A machine with samples of all that it can be told. The names of samples are what a world knows them by. */
export type Model = {
  machine: AnyStateMachine;
  /** What it is begun with, where it needs something. */
  input?: unknown;
  /** What the input reads the time from, in milliseconds since the start. Every step sets it. */
  clock?: { ms: number };
  /** The scene at the start. */
  initialEnvironment: EnvironmentState;
  userActions: Record<string, UserAction>;
  /** How each actor can end, by its name in `setup` and the name of the ending. */
  actorOutcomes: Record<string, Record<string, ActorOutcome>>;
  /** Whether the page that runs the machine is left behind. A final state is always the end. */
  hasLeftPage?: (snapshot: AnyMachineSnapshot) => boolean;
};

/** One thing that happens to a machine. */
export type Step = { name: string; event: AnyEventObject; leaves?: EnvironmentState } & (
  | { kind: 'act' }
  | { kind: 'ending'; actor: string }
  /** Nothing happens for so long that the next timer rings; `name` is that of the delay. */
  | { kind: 'pass'; ms: number }
);

/** A step as people say it. */
export function describeStep(step: Step): string {
  switch (step.kind) {
    case 'act':
      return step.name;
    case 'ending':
      return `${step.actor}: ${step.name}`;
    case 'pass':
      return `${step.ms} ms (${step.name})`;
  }
}
