import {
  createActor,
  fromPromise,
  getNextTransitions,
  SimulatedClock,
  type AnyEventObject,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type StateValue,
} from 'xstate';
import { actorName, allNodes } from '../../charts/inventory.ts';
import { observeMachine } from '../../inspect/observe-machine.ts';
import type { MachineSamples, Outcome } from '../../../machines/samples/machine-samples.ts';
import { createRecord, type MachineRecord } from '../record.ts';

/** An isolated actor of a machine: its invoked actors end as the user decides, on a simulated clock. It needs no disposal. */
export interface Sandbox {
  record: MachineRecord;
  /** The types of events that have transitions in the current states. */
  listAcceptedEvents: () => readonly string[];
  /** The names in `setup` of the running invoked actors. */
  listInvokedActors: () => readonly string[];
  /** Whether this event, with its payload, would change anything. */
  canHandle: (event: AnyEventObject) => boolean;
  send: (event: AnyEventObject) => void;
  /** Ends an invoked actor. Resolves after the machine has processed the outcome. */
  finishActor: (name: string, outcome: Outcome) => Promise<void>;
  /** Advances the clock; timers fire synchronously. */
  advanceClock: (ms: number) => void;
  /** Epoch milliseconds by its clock. */
  now: () => number;
}

/** The tab id of a sandbox in its recording. */
const SANDBOX_TAB = 'sandbox';

/** @param state the path of a state to start in, as in a link; null for the initial state */
export function createSandbox(
  machine: AnyStateMachine,
  { input }: MachineSamples,
  state: string | null,
): Sandbox {
  const clock = new SimulatedClock();
  const startMs = Date.now();
  const now = () => startMs + clock.now();
  const record = createRecord();
  const finishers = new Map<string, (outcome: Outcome) => void>();
  let count = 0;

  const simulated = (name: string) =>
    fromPromise(
      ({ signal }) =>
        new Promise((resolve, reject) => {
          finishers.set(name, (outcome) => {
            finishers.delete(name);
            if ('output' in outcome) resolve(outcome.output);
            // Actors of the product may reject with other values than an Error.
            // oxlint-disable-next-line typescript/prefer-promise-reject-errors
            else reject(outcome.error);
          });
          signal.addEventListener('abort', () => finishers.delete(name));
        }),
    );
  const actors = Object.fromEntries(
    allNodes(machine.root)
      .flatMap(({ invoke }) => invoke.map(({ src }) => actorName(src)))
      .map((name) => [name, simulated(name)]),
  );
  const copy = machine.provide({ actors });
  const actor = createActor(copy, {
    clock,
    ...(input && { input: input({ now }) }),
    ...(state && { snapshot: createSnapshotAt(copy, state, input?.({ now })) }),
  });
  actor.start();
  observeMachine(
    { name: machine.id, actor },
    {
      now,
      addEntry: (entry) => {
        count += 1;
        record.add([{ ...entry, tab: SANDBOX_TAB, n: count }]);
        return count;
      },
    },
  );
  const snapshot = () => actor.getSnapshot() as AnyMachineSnapshot;

  return {
    record,
    now,
    listAcceptedEvents: () => [
      ...new Set(
        getNextTransitions(snapshot())
          .map(({ eventType }) => String(eventType))
          .filter((type) => type !== '' && !type.startsWith('xstate.')),
      ),
    ],
    listInvokedActors: () => [...finishers.keys()],
    canHandle: (event) => snapshot().can(event),
    send: (event) => actor.send(event),
    async finishActor(name, outcome) {
      finishers.get(name)?.(outcome);
      // XState processes a settled promise a few microtasks later.
      for (let turn = 0; turn < 4; turn += 1) await Promise.resolve();
    },
    advanceClock: (ms) => clock.increment(ms),
  };
}

function createSnapshotAt(machine: AnyStateMachine, path: string, input: unknown) {
  const { context } = createActor(machine, { input }).getSnapshot() as { context: unknown };
  const value = path.split('.').reduceRight<StateValue>((inner, key) => ({ [key]: inner }), {});
  return machine.getPersistedSnapshot(machine.resolveState({ value, context }));
}
