import type { AnyEventObject, AnyMachineSnapshot, AnyStateMachine } from 'xstate';

/**
 * The relevant content of the page and its environment, by name: `the right password`. An action may change it, and some
 * steps are only possible in some environments.
 */
export type EnvironmentState = string;

type Precondition = { given?: readonly EnvironmentState[] };

/** A user action: the event that the machine receives, and the environment afterwards. */
export type UserAction = Precondition & { event: AnyEventObject; leaves?: EnvironmentState };

/** An outcome of an actor: a result or an error. */
export type ActorOutcome = Precondition & { leaves?: EnvironmentState } & (
    | { output: unknown }
    | { error: unknown }
  );

/** A machine with samples of all its events. Walks in a browser refer to samples by their names. */
export type Model = {
  machine: AnyStateMachine;
  /** Its input, if it needs one. */
  input?: unknown;
  /** The clock of the input, in milliseconds since the start. Every step sets it. */
  clock?: { ms: number };
  /** The environment at the start. */
  initialEnvironment: EnvironmentState;
  userActions: Record<string, UserAction>;
  /** The outcomes of each actor, by its name in `setup` and the name of the outcome. */
  actorOutcomes: Record<string, Record<string, ActorOutcome>>;
  /** Whether the page that runs the machine is left. A final state always ends a walk. */
  hasLeftPage?: (snapshot: AnyMachineSnapshot) => boolean;
};

/** One step of a machine. */
export type Step = { name: string; event: AnyEventObject; leaves?: EnvironmentState } & (
  | { kind: 'action' }
  | { kind: 'ending'; actor: string }
  /** Time advances until the next timer is due; `name` is that of the delay. */
  | { kind: 'pass'; ms: number }
);

/** A step in words. */
export function describeStep(step: Step): string {
  switch (step.kind) {
    case 'action':
      return step.name;
    case 'ending':
      return `${step.actor}: ${step.name}`;
    case 'pass':
      return `${step.ms} ms (${step.name})`;
  }
}
