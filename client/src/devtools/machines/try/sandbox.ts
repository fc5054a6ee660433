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

/** A copy of a machine that nothing real hangs on: its work is decided by hand, and its clock runs when told to: letting go of it ends it. */
export interface Sandbox {
  record: MachineRecord;
  /** The types of events that it would hear now. */
  listAcceptedEvents: () => readonly string[];
  /** The names of the work that is under way. */
  listRunningWork: () => readonly string[];
  /** Whether it would do something about this very event. */
  canHandle: (event: AnyEventObject) => boolean;
  send: (event: AnyEventObject) => void;
  /** Ends work; what follows has happened when this is done. */
  finishWork: (work: string, outcome: Outcome) => Promise<void>;
  /** Lets time pass, at once. */
  advanceClock: (ms: number) => void;
  /** Epoch milliseconds by its clock. */
  now: () => number;
}

/** The tab that a sandbox is in its record. */
const SANDBOX_TAB = 'sandbox';

/** @param state a state's path to begin at instead of the machine's own beginning, as a link may say */
export function createSandbox(
  machine: AnyStateMachine,
  { input }: MachineSamples,
  state: string | null,
): Sandbox {
  const clock = new SimulatedClock();
  const began = Date.now();
  const now = () => began + clock.now();
  const record = createRecord();
  const works = new Map<string, (outcome: Outcome) => void>();
  let count = 0;

  const simulated = (name: string) =>
    fromPromise(
      ({ signal }) =>
        new Promise((resolve, reject) => {
          works.set(name, (outcome) => {
            works.delete(name);
            if ('output' in outcome) resolve(outcome.output);
            // What the product's own work fails with is not always an Error.
            // oxlint-disable-next-line typescript/prefer-promise-reject-errors
            else reject(outcome.error);
          });
          signal.addEventListener('abort', () => works.delete(name));
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
    listRunningWork: () => [...works.keys()],
    canHandle: (event) => snapshot().can(event),
    send: (event) => actor.send(event),
    async finishWork(work, outcome) {
      works.get(work)?.(outcome);
      // The library hears of it a few turns later.
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
