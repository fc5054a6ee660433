import type { Actor, AnyStateMachine } from 'xstate';

export type MachineActor = Actor<AnyStateMachine>;

/** A machine at work in this tab, by a name of its own, as `compose-2`. */
export interface Living {
  name: string;
  actor: MachineActor;
}

const living = new Map<MachineActor, string>();
const listeners = new Set<(newcomer: Living) => void>();
let born = 0;

/** Makes a machine known to whoever inspects this tab, until it ends. While nobody does, that is a line in a list. */
export function introduce(actor: MachineActor): void {
  if (living.has(actor) || actor.getSnapshot().status !== 'active') return;
  const name = `${actor.logic.id}-${(born += 1)}`;
  living.set(actor, name);
  // Without a word on failures, which therefore stay as loud as they are.
  actor.subscribe({ complete: () => void living.delete(actor) });
  for (const listener of listeners) listener({ name, actor });
}

/** Tells of everything that lives, and of what comes. @returns a function that ends it */
export function watchLiving(listener: (one: Living) => void): () => void {
  for (const [actor, name] of living) listener({ name, actor });
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
