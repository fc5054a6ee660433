import type { AnyMachineSnapshot } from 'xstate';
import { isLeaf, pathOf } from '../../../client/devtools/charts/inventory.ts';
import { simulateTransition, type SimulatedTransition } from './simulate-transition.ts';
import { getInventory } from './get-inventory.ts';
import type { Model, EnvironmentState, Step } from './model.ts';
import { applyTimerActions, advanceTimers, type Timer } from '../../../client/devtools/page/try/timers.ts';

/** A machine's snapshot, the milliseconds since its start, its pending timers, and its environment. */
export type ModelState = {
  snapshot: AnyMachineSnapshot;
  elapsedMs: number;
  timers: readonly Timer[];
  environment: EnvironmentState;
};

/** A state, and the names of the transitions that led to it. */
export type StepResult = { state: ModelState; transitions: string[] };

export function createInitialResult(model: Model): StepResult {
  const { machine, input, initialEnvironment, clock } = model;
  if (clock) clock.ms = 0;
  const begun = simulateTransition((scope) => machine.getInitialSnapshot(scope, input) as AnyMachineSnapshot);
  return toStepResult(model, begun, { elapsedMs: 0, timers: [], environment: initialEnvironment });
}

/** The result of a step; pure, no actor runs. */
export function applyStep(
  model: Model,
  { snapshot, elapsedMs: before, timers, environment }: ModelState,
  step: Step,
): StepResult {
  const ms = before + (step.kind === 'pass' ? step.ms : 0);
  if (model.clock) model.clock.ms = ms;
  const simulated = simulateTransition(
    (scope) => model.machine.transition(snapshot, step.event, scope) as AnyMachineSnapshot,
  );
  const left = step.kind === 'pass' ? advanceTimers(timers, step.ms) : timers;
  return toStepResult(model, simulated, {
    elapsedMs: ms,
    timers: left,
    environment: step.leaves ?? environment,
  });
}

function toStepResult(
  { machine }: Model,
  { snapshot, transitions, actions }: SimulatedTransition,
  { elapsedMs, timers, environment }: Omit<ModelState, 'snapshot'>,
): StepResult {
  const moment = { snapshot, elapsedMs, timers: applyTimerActions(timers, actions), environment };
  return { state: moment, transitions: transitions.map(getInventory(machine).nameOf) };
}

/** Its innermost states. */
export const activeStates = ({ snapshot }: ModelState): string[] =>
  snapshot._nodes.filter(isLeaf).map(pathOf);

/** Equal for states that behave alike, except for the progress of their timers. */
export function createStateKey(
  { clock }: Model,
  { snapshot, elapsedMs, timers, environment }: ModelState,
): string {
  const { value, context } = snapshot as { value: unknown; context: unknown };
  return JSON.stringify([value, context, environment, timers.map(({ id }) => id), clock && elapsedMs]);
}
