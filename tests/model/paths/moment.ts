import { initialTransition, transition, type AnyMachineSnapshot, type AnyTransitionDefinition } from 'xstate';
import { isLeaf, pathOf } from '../../../client/src/charts/inventory.ts';
import type { Model, Scene, Step } from './model.ts';
import { afterActions, passing, type Timer, type Wanted } from './timers.ts';

/** Where a machine stands, which timers will ring, and what is around it. */
export type Moment = { snapshot: AnyMachineSnapshot; timers: readonly Timer[]; scene: Scene };

export type Taken = { moment: Moment; transitions: AnyTransitionDefinition[] };

export function beginning({ machine, scene }: Model): Moment {
  const [snapshot, actions] = initialTransition(machine) as [AnyMachineSnapshot, Wanted[]];
  return { snapshot, timers: afterActions([], actions), scene };
}

/** What a step makes of a moment, and by which transitions; pure, no actor runs. */
export function take({ machine }: Model, { snapshot, timers, scene }: Moment, step: Step): Taken {
  const transitions = machine.getTransitionData(snapshot, step.event);
  const [next, actions] = transition(machine, snapshot, step.event) as [AnyMachineSnapshot, Wanted[]];
  const left = step.kind === 'pass' ? passing(timers, step.ms) : timers;
  const moment = { snapshot: next, timers: afterActions(left, actions), scene: step.leaves ?? scene };
  return { moment, transitions };
}

/** The innermost states that it is in. */
export const statesAt = ({ snapshot }: Moment): string[] => snapshot._nodes.filter(isLeaf).map(pathOf);

/** Equal for moments that behave alike, but for how far their timers have run. */
export function keyOf({ snapshot, timers, scene }: Moment): string {
  const { value, context } = snapshot as { value: unknown; context: unknown };
  return JSON.stringify([value, context, scene, timers.map(({ id }) => id)]);
}
