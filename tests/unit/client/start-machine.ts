import {
  createActor,
  fromPromise,
  SimulatedClock,
  waitFor,
  type ActorOptions,
  type AnyActorLogic,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type ContextFrom,
  type EventFrom,
  type MachineImplementationsFrom,
  type InputFrom,
  type StateValue,
} from 'xstate';

/** An invoked actor that ends on request of the test. `calls` are its inputs, in order. */
function createManualActor() {
  const calls: unknown[] = [];
  const ends: { resolve: (output: unknown) => void; reject: (error: unknown) => void }[] = [];
  const logic = fromPromise<unknown, unknown>(({ input }) => {
    calls.push(input);
    return new Promise((resolve, reject) => ends.push({ resolve, reject }));
  });
  const last = () => {
    const end = ends.at(-1);
    if (!end) throw new Error('the actor was not started');
    return end;
  };
  return {
    logic,
    calls,
    succeed: (output: unknown = null) => last().resolve(output),
    fail: (name: string, message = '') => last().reject(Object.assign(new Error(message), { name })),
    failWith: (error: unknown) => last().reject(error),
  };
}

interface StartOptions<M extends AnyStateMachine> {
  input?: (clock: SimulatedClock) => InputFrom<M>;
  actions?: MachineImplementationsFrom<M>['actions'];
  actors?: Record<string, AnyActorLogic>;
  /** Replaces the simulated clock. */
  timers?: ActorOptions<AnyStateMachine>['clock'];
}

/** Starts a machine on a simulated clock. The named actors that it invokes are those of the result. */
export function startMachine<M extends AnyStateMachine, Name extends string = never>(
  machine: M,
  names: Name[] = [],
  { input, actions = {}, actors = {}, timers }: StartOptions<M> = {},
) {
  const clock = new SimulatedClock();
  const invoked = Object.fromEntries(names.map((name) => [name, createManualActor()]));
  const logics = Object.fromEntries(names.map((name) => [name, invoked[name]?.logic]));
  const provided: AnyStateMachine = machine.provide({ actors: { ...logics, ...actors }, actions });
  const actor = createActor(provided, { clock: timers ?? clock, input: input?.(clock) }).start();
  const snapshot = () => actor.getSnapshot() as AnyMachineSnapshot;
  const waitUntil = (is: (current: AnyMachineSnapshot) => boolean) =>
    waitFor(actor, (current) => is(current as AnyMachineSnapshot), { timeout: 5000 });
  return {
    ...(invoked as Record<Name, ReturnType<typeof createManualActor>>),
    actor,
    clock,
    send: (event: EventFrom<M>) => actor.send(event),
    context: (): ContextFrom<M> => snapshot().context as never,
    value: () => snapshot().value as StateValue,
    has: (tag: string) => snapshot().hasTag(tag),
    /** Waits until the machine has the tag. */
    reaches: (tag: string) => waitUntil((current) => current.hasTag(tag)),
    /** Waits until it has left all states with the tag. */
    leaves: (tag: string) => waitUntil((current) => !current.hasTag(tag)),
  };
}
