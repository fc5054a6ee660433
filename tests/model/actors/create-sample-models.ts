import type { AnyStateMachine } from 'xstate';
import type { MachineSamples, SampleClock } from '../../../client/src/machines/samples/machine-samples.ts';
import type { Model } from '../paths/model.ts';

/** A machine's model, and how its input is made for an actor that goes by a clock of its own. */
export type SampledModel = { model: Model; input: (clock: SampleClock) => unknown };

/** When walks begin, in epoch milliseconds. */
const START_MS = Date.UTC(2026, 10, 20, 9);

/** The models that the samples of a machine make, one for each of its inputs. Everything may happen at any time. */
export function createSampleModels(machine: AnyStateMachine, samples: MachineSamples): SampledModel[] {
  const { input = () => undefined, otherInputs = {}, events, outcomes } = samples;
  return [input, ...Object.values(otherInputs)].map((make) => {
    const clock = { ms: 0 };
    const createInput = ({ now }: SampleClock) => make({ now: () => START_MS + now() });
    const acts = Object.fromEntries(Object.entries(events).map(([name, event]) => [name, { event }]));
    const model: Model = {
      machine,
      initialEnvironment: 'anywhere',
      clock,
      userActions: acts,
      actorOutcomes: outcomes,
      input: createInput({ now: () => clock.ms }),
    };
    return { model, input: createInput };
  });
}
