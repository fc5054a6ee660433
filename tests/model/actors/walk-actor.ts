import {
  createActor,
  SimulatedClock,
  type ActorLogic,
  type AnyActorRef,
  type AnyEventObject,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type EventObject,
  type Snapshot,
} from 'xstate';
import { expect } from 'vitest';
import { actorName, allNodes } from '../../../client/devtools/charts/inventory.ts';
import type {
  MachineSamples,
  Outcome,
  SampleClock,
} from '../../../client/devtools/samples/machine-samples.ts';
import { getInventory } from '../paths/get-inventory.ts';
import { describeStep, type Model, type Step } from '../paths/model.ts';
import { createInitialResult, type StepResult } from '../paths/model-state.ts';
import type { WalkStep } from '../paths/generate-walks.ts';

/** A machine's model, and a function that creates its input for an actor with its own clock. */
export type SampledModel = { model: Model; input: (clock: SampleClock) => unknown };

/** The start of walks, in epoch milliseconds. */
const START_MS = Date.UTC(2026, 10, 20, 9);

/** The models from the samples of a machine, one for each of its inputs. Every event is possible at any time. */
export function createSampleModels(machine: AnyStateMachine, samples: MachineSamples): SampledModel[] {
  const { input = () => undefined, otherInputs = {}, events, outcomes } = samples;
  return [input, ...Object.values(otherInputs)].map((create) => {
    const clock = { ms: 0 };
    const createInput = ({ now }: SampleClock) => create({ now: () => START_MS + now() });
    const userActions = Object.fromEntries(Object.entries(events).map(([name, event]) => [name, { event }]));
    const model: Model = {
      machine,
      initialEnvironment: 'anywhere',
      clock,
      userActions,
      actorOutcomes: outcomes,
      input: createInput({ now: () => clock.ms }),
    };
    return { model, input: createInput };
  });
}

/** Walks on a running actor with a simulated clock, and compares it after every step with the state that the model predicts. */
export function walkActor({ model, input }: SampledModel, walk: readonly WalkStep[]): void {
  const clock = new SimulatedClock();
  const machine = withControlledActors(model.machine);
  const { nameOf } = getInventory(machine);
  let takenTransitions: string[] = [];
  const actor = createActor(machine, {
    clock,
    input: input({ now: () => clock.now() }),
    inspect: (event) => {
      if (event.type !== '@xstate.microstep' || event.rootId !== event.actorRef.sessionId) return;
      takenTransitions.push(...event._transitions.map(nameOf));
    },
  });
  const expectPredicted = (predicted: StepResult, where: string) => {
    const snapshot = actor.getSnapshot() as AnyMachineSnapshot;
    expect({ where, taken: takenTransitions, ...toComparable(snapshot) }).toEqual({
      where,
      taken: predicted.transitions,
      ...toComparable(predicted.state.snapshot),
    });
    takenTransitions = [];
  };
  const performStep = (step: Step) => {
    if (step.kind === 'pass') clock.increment(step.ms);
    else if (step.kind === 'action') actor.send(step.event);
    else endActor(findInvokedActor(actor.getSnapshot() as AnyMachineSnapshot, step), readOutcome(step.event));
  };
  actor.start();
  expectPredicted(createInitialResult(model), 'the start');
  for (const [index, walked] of walk.entries()) {
    performStep(walked.step);
    expectPredicted(
      walked,
      walk
        .slice(0, index + 1)
        .map(({ step }) => describeStep(step))
        .join(' → '),
    );
  }
  actor.stop();
}

function withControlledActors(machine: AnyStateMachine): AnyStateMachine {
  const names = allNodes(machine.root).flatMap(({ invoke }) => invoke.map(({ src }) => actorName(src)));
  return machine.provide({ actors: Object.fromEntries(names.map((name) => [name, controlledActor])) });
}

function findInvokedActor({ children }: AnyMachineSnapshot, { event, name }: Step): AnyActorRef {
  const work = (children as Record<string, AnyActorRef | undefined>)[String(event.actorId)];
  if (!work) throw new Error(`no actor is running that could end with "${name}"`);
  return work;
}

const readOutcome = (event: AnyEventObject): Outcome =>
  'output' in event ? { output: event.output as unknown } : { error: event.error as unknown };

/** The comparable part of a snapshot, without the clock in the context. */
function toComparable(snapshot: AnyMachineSnapshot): object {
  const { value, context, status } = snapshot as Record<'value' | 'context' | 'status', unknown>;
  return JSON.parse(JSON.stringify({ value, context, status })) as object;
}

type EndEvent = EventObject & { type: 'walk.end'; outcome: Outcome };

/** An actor that ends when and as the walk decides, at once; it ignores other events. */
const controlledActor: ActorLogic<Snapshot<unknown>, EventObject> = {
  getInitialSnapshot: () => ({ status: 'active', output: undefined, error: undefined }),
  getPersistedSnapshot: (snapshot) => snapshot,
  transition: (snapshot, event) => (isEnd(event) ? toEndedSnapshot(event.outcome) : snapshot),
};

function endActor(work: AnyActorRef, outcome: Outcome): void {
  work.send({ type: 'walk.end', outcome } satisfies EndEvent);
}

const isEnd = (event: EventObject): event is EndEvent => event.type === 'walk.end';

function toEndedSnapshot(outcome: Outcome): Snapshot<unknown> {
  return 'output' in outcome
    ? { status: 'done', output: outcome.output, error: undefined }
    : { status: 'error', output: undefined, error: outcome.error };
}
