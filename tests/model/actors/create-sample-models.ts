import type { AnyStateMachine } from 'xstate';
import type { MachineSamples, SampleClock } from '../../../client/src/machines/samples/machine-samples.ts';
import type { Model } from '../paths/model.ts';

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
