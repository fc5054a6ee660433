import { fromPromise, SimulatedClock, waitFor, type AnyActorRef, type SnapshotFrom } from 'xstate';

/** An actor that ends on request of the test. `calls` are its inputs, in order. */
export function createManualActor<Output, Input>() {
  const calls: Input[] = [];
  const ends: { resolve: (output: Output) => void; reject: (error: unknown) => void }[] = [];
  const logic = fromPromise<Output, Input>(({ input }) => {
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
    succeed: (output: Output) => last().resolve(output),
    fail: (name: string, message = '') => last().reject(Object.assign(new Error(message), { name })),
    failWith: (error: unknown) => last().reject(error),
  };
}

/** Waits until the actor has the tag. */
export function waitForTag<A extends AnyActorRef>(actor: A, tag: string): Promise<SnapshotFrom<A>> {
  return waitFor(actor, (state: { hasTag: (tag: string) => boolean }) => state.hasTag(tag), {
    timeout: 5000,
  });
}

export { SimulatedClock };
