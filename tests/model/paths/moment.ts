import type { AnyMachineSnapshot } from 'xstate';
import { isLeaf, pathOf } from '../../../client/src/charts/inventory.ts';
import { happen, type Happened } from './happen.ts';
import { inventoryOf } from './inventory-of.ts';
import type { Model, Scene, Step } from './model.ts';
import { afterActions, passing, type Timer } from './timers.ts';

/** Where a machine stands, how many milliseconds after its start, which timers will ring, and what is around it. */
export type Moment = { snapshot: AnyMachineSnapshot; ms: number; timers: readonly Timer[]; scene: Scene };

/** A moment, and the names of the transitions that led to it. */
export type Taken = { moment: Moment; transitions: string[] };

export function beginning(model: Model): Taken {
  const { machine, input, scene, clock } = model;
  if (clock) clock.ms = 0;
  const begun = happen((scope) => machine.getInitialSnapshot(scope, input) as AnyMachineSnapshot);
  return taken(model, begun, { ms: 0, timers: [], scene });
}

/** What a step makes of a moment; pure, no actor runs. */
export function take(model: Model, { snapshot, ms: before, timers, scene }: Moment, step: Step): Taken {
  const ms = before + (step.kind === 'pass' ? step.ms : 0);
  if (model.clock) model.clock.ms = ms;
  const happened = happen(
    (scope) => model.machine.transition(snapshot, step.event, scope) as AnyMachineSnapshot,
  );
  const left = step.kind === 'pass' ? passing(timers, step.ms) : timers;
  return taken(model, happened, { ms, timers: left, scene: step.leaves ?? scene });
}

function taken(
  { machine }: Model,
  { snapshot, transitions, actions }: Happened,
  { ms, timers, scene }: Omit<Moment, 'snapshot'>,
): Taken {
  const moment = { snapshot, ms, timers: afterActions(timers, actions), scene };
  return { moment, transitions: transitions.map(inventoryOf(machine).nameOf) };
}

/** The innermost states that it is in. */
export const statesAt = ({ snapshot }: Moment): string[] => snapshot._nodes.filter(isLeaf).map(pathOf);

/** Equal for moments that behave alike, but for how far their timers have run. */
export function keyOf({ clock }: Model, { snapshot, ms, timers, scene }: Moment): string {
  const { value, context } = snapshot as { value: unknown; context: unknown };
  return JSON.stringify([value, context, scene, timers.map(({ id }) => id), clock && ms]);
}
