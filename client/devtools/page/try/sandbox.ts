import {
  createActor,
  fromPromise,
  getNextTransitions,
  SimulatedClock,
  type AnyEventObject,
  type AnyMachineSnapshot,
  type AnyStateMachine,
} from 'xstate';
import type { TraceEntry } from '../../inspect/trace.ts';
import { newId } from '../../../src/base/runtime/browser-runtime.ts';
import { actorName, allNodes } from '../../charts/inventory.ts';
import { createSignal, type Signal } from '../../../src/base/signal.ts';
import { observeMachine } from '../../inspect/observe-machine.ts';
import type { MachineSamples, Outcome } from '../../samples/machine-samples.ts';
import { createRecord, type MachineRecord } from '../record.ts';
import { SANDBOX_TAB } from '../reduce-actors.ts';
import { findPath, type PathStep } from './find-path.ts';

/** An isolated actor of a machine: its invoked actors end as the user decides, on a simulated clock. It needs no disposal. */
export interface Sandbox {
  /** Unique in the page. */
  id: string;
  record: MachineRecord;
  /** The actor's state. Changes before the recording does. */
  state: Signal<AnyMachineSnapshot>;
  /** All events that were sent to it, oldest first. */
  sentEvents: Signal<readonly AnyEventObject[]>;
  /** Epoch milliseconds by its clock. */
  time: Signal<number>;
  /** The types of events that have transitions in the current states. */
  listAcceptedEvents: () => readonly string[];
  /** The names in `setup` of the running invoked actors. */
  listInvokedActors: () => readonly string[];
  /** Whether this event, with its payload, would change anything. */
  canHandle: (event: AnyEventObject) => boolean;
  send: (event: AnyEventObject) => void;
  /** Ends an invoked actor. Resolves after the machine has processed the outcome. */
  finishActor: (name: string, outcome: Outcome) => Promise<void>;
  /** Advances the clock; each timer that is due meanwhile fires synchronously, at its own time. */
  advanceClock: (ms: number) => void;
}

export function createSandbox(machine: AnyStateMachine, { input }: Pick<MachineSamples, 'input'>): Sandbox {
  const clock = createSteppedClock();
  const startMs = Date.now();
  const now = () => startMs + clock.now();
  const time = createSignal(startMs);
  const sentEvents = createSignal<readonly AnyEventObject[]>([]);
  const record = createRecord();
  const finishers = new Map<string, (outcome: Outcome) => void>();
  let count = 0;
  /** What an advance of the clock adds, which can be thousands of entries: together, because each addition copies the recording. */
  let advance: TraceEntry[] | null = null;

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
  const actor = createActor(machine.provide({ actors }), {
    clock,
    ...(input && { input: input({ now }) }),
  });
  actor.start();
  observeMachine(
    { name: machine.id, actor },
    {
      now,
      addEntry: (entry) => {
        count += 1;
        const added = { ...entry, tab: SANDBOX_TAB, n: count };
        if (advance) advance.push(added);
        else record.add([added]);
        return count;
      },
    },
  );
  const snapshot = () => actor.getSnapshot() as AnyMachineSnapshot;

  return {
    id: newId(),
    record,
    sentEvents,
    time,
    state: {
      getSnapshot: snapshot,
      subscribe(listener) {
        const subscription = actor.subscribe({ next: listener, complete: listener });
        return () => subscription.unsubscribe();
      },
    },
    listAcceptedEvents: () => [
      ...new Set(
        getNextTransitions(snapshot())
          .map(({ eventType }) => String(eventType))
          .filter((type) => type !== '' && !type.startsWith('xstate.')),
      ),
    ],
    listInvokedActors: () => [...finishers.keys()],
    canHandle: (event) => snapshot().can(event),
    send(event) {
      sentEvents.set([...sentEvents.getSnapshot(), event]);
      actor.send(event);
    },
    async finishActor(name, outcome) {
      finishers.get(name)?.(outcome);
      // XState processes a settled promise a few microtasks later.
      for (let turn = 0; turn < 4; turn += 1) await Promise.resolve();
    },
    advanceClock(ms) {
      advance = [];
      clock.advance(ms);
      record.add(advance);
      advance = null;
      time.set(now());
    },
  };
}

/** A simulated clock whose timers fire at their own times, also when it is advanced by more. */
function createSteppedClock() {
  const clock = new SimulatedClock();
  const due = new Map<number, number>();
  return {
    now: () => clock.now(),
    setTimeout(run: () => void, ms: number) {
      const id = clock.setTimeout(() => {
        due.delete(id);
        run();
      }, ms);
      due.set(id, clock.now() + ms);
      return id;
    },
    clearTimeout(id: number) {
      due.delete(id);
      clock.clearTimeout(id);
    },
    advance(ms: number) {
      const end = clock.now() + ms;
      for (let next = Math.min(...due.values()); next <= end; next = Math.min(...due.values()))
        clock.set(next);
      clock.set(end);
    },
  };
}

/** A sandbox that is brought to a state, by the shortest way; each step is in its recording. @param path of the state */
export function createSandboxIn(machine: AnyStateMachine, samples: MachineSamples, path: string): Sandbox {
  const found = findPath(machine, samples, path);
  const sandbox = createSandbox(machine, found ?? samples);
  void takeSteps(sandbox, found?.steps ?? []);
  return sandbox;
}

async function takeSteps(sandbox: Sandbox, steps: readonly PathStep[]): Promise<void> {
  for (const step of steps) {
    if (step.kind === 'send') sandbox.send(step.event);
    else if (step.kind === 'advance') sandbox.advanceClock(step.ms);
    else await sandbox.finishActor(step.actor, step.outcome);
  }
}
