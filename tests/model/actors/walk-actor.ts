import {
  createActor,
  SimulatedClock,
  type AnyActorRef,
  type AnyEventObject,
  type AnyMachineSnapshot,
  type AnyStateMachine,
} from 'xstate';
import { expect } from 'vitest';
import { actorName, allNodes } from '../../../client/src/charts/inventory.ts';
import type { Outcome } from '../../../client/src/machines/samples/machine-samples.ts';
import { inventoryOf } from '../paths/inventory-of.ts';
import { sayStep, type Step } from '../paths/model.ts';
import { beginning, type Taken } from '../paths/moment.ts';
import type { Stride } from '../paths/cover.ts';
import { decided, end } from './decided.ts';
import type { Sampled } from './models-of.ts';

/** Walks on an actor that runs, on a simulated clock, and compares it after every step with what the model has foreseen. */
export function walkActor({ model, input }: Sampled, walk: readonly Stride[]): void {
  const clock = new SimulatedClock();
  const machine = withDecidedWork(model.machine);
  const { nameOf } = inventoryOf(machine);
  let taken: string[] = [];
  const actor = createActor(machine, {
    ...{ clock, input: input({ now: () => clock.now() }) },
    inspect: (event) => {
      if (event.type !== '@xstate.microstep' || event.rootId !== event.actorRef.sessionId) return;
      taken.push(...event._transitions.map(nameOf));
    },
  });
  const compare = (foreseen: Taken, where: string) => {
    const snapshot = actor.getSnapshot() as AnyMachineSnapshot;
    expect({ where, taken, ...plain(snapshot) }).toEqual({
      ...{ where, taken: foreseen.transitions, ...plain(foreseen.moment.snapshot) },
    });
    taken = [];
  };
  const go = (step: Step) => {
    if (step.kind === 'pass') clock.increment(step.ms);
    else if (step.kind === 'act') actor.send(step.event);
    else end(workOf(actor.getSnapshot() as AnyMachineSnapshot, step), outcomeIn(step.event));
  };
  actor.start();
  compare(beginning(model), 'the start');
  for (const [index, stride] of walk.entries()) {
    go(stride.step);
    compare(
      stride,
      walk
        .slice(0, index + 1)
        .map(({ step }) => sayStep(step))
        .join(' → '),
    );
  }
  actor.stop();
}

function withDecidedWork(machine: AnyStateMachine): AnyStateMachine {
  const names = allNodes(machine.root).flatMap(({ invoke }) => invoke.map(({ src }) => actorName(src)));
  return machine.provide({ actors: Object.fromEntries(names.map((name) => [name, decided])) });
}

function workOf({ children }: AnyMachineSnapshot, { event, name }: Step): AnyActorRef {
  const work = (children as Record<string, AnyActorRef | undefined>)[String(event.actorId)];
  if (!work) throw new Error(`Nothing is under way that could end by "${name}".`);
  return work;
}

const outcomeIn = (event: AnyEventObject): Outcome =>
  'output' in event ? { output: event.output as unknown } : { error: event.error as unknown };

/** What can be compared; a clock in the context cannot. */
function plain(snapshot: AnyMachineSnapshot): object {
  const { value, context, status } = snapshot as Record<'value' | 'context' | 'status', unknown>;
  return JSON.parse(JSON.stringify({ value, context, status })) as object;
}
