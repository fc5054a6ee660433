import type { Actor, AnyStateMachine } from 'xstate';

export type MachineActor = Actor<AnyStateMachine>;

/** A machine at work in this tab, by a name of its own, as `compose-2`. */
export interface Living {
  name: string;
  actor: MachineActor;
}

/** Begins to watch one machine. @returns a function that ends it */
export type Watcher = (one: Living) => () => void;

const living = new Map<MachineActor, string>();
/** With what ends the watching of each machine that lives. */
const watchers = new Map<Watcher, Map<MachineActor, () => void>>();
let born = 0;

/**
 * Makes a machine known to whoever inspects this tab, until it ends. While nobody does, that is a line in a list.
 * @returns a function for who ends it in a way that it does not tell of itself
 */
export function introduce(actor: MachineActor): () => void {
  if (!living.has(actor) && actor.getSnapshot().status === 'active') {
    const name = `${actor.logic.id}-${(born += 1)}`;
    living.set(actor, name);
    // Without a word on failures, which therefore stay as loud as they are.
    actor.subscribe({ complete: () => forget(actor) });
    for (const [watch, ends] of watchers) ends.set(actor, watch({ name, actor }));
  }
  return () => forget(actor);
}

/** Its last words may still be on their way, so nobody stops listening to it. */
function forget(actor: MachineActor): void {
  living.delete(actor);
  for (const ends of watchers.values()) ends.delete(actor);
}

/** Tells of everything that lives, and of what comes. @returns a function that ends it */
export function watchLiving(watch: Watcher): () => void {
  const ends = new Map<MachineActor, () => void>();
  for (const [actor, name] of living) ends.set(actor, watch({ name, actor }));
  watchers.set(watch, ends);
  return () => {
    watchers.delete(watch);
    for (const end of ends.values()) end();
  };
}
