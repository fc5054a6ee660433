import { createActor, SimulatedClock, type AnyMachineSnapshot, type AnyStateMachine } from 'xstate';
import { expect } from 'vitest';
import { actorName, allNodes } from '../../../client/src/charts/inventory.ts';
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
    if (step.kind === 'pass') return clock.increment(step.ms);
    if (step.kind === 'act') return actor.send(step.event);
    const work = (actor.getSnapshot() as AnyMachineSnapshot).children[step.event.actorId as string];
    if (!work) throw new Error(`${step.actor} is not under way.`);
    end(work, 'output' in step.event ? { output: step.event.output } : { error: step.event.error });
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

/** What can be compared; a clock in the context cannot. */
const plain = ({ value, context, status }: AnyMachineSnapshot) =>
  JSON.parse(JSON.stringify({ value, context: context as unknown, status })) as object;
