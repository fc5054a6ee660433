import type { Actor, AnyStateMachine } from 'xstate';

export type MachineActor = Actor<AnyStateMachine>;

/** A machine at work in this tab, by a name of its own, as `compose-2`. */
export interface RunningActor {
  name: string;
  actor: MachineActor;
}

/** Begins to watch one machine. @returns a function that ends it */
export type Watcher = (one: RunningActor) => () => void;

const actorNames = new Map<MachineActor, string>();
/** With what ends the watching of each machine that lives. */
const watchers = new Map<Watcher, Map<MachineActor, () => void>>();
let actorCount = 0;

/**
 * Makes a machine known to whoever inspects this tab, until it ends. While nobody does, that is a line in a list.
 * @returns a function for who ends it in a way that it does not tell of itself
 */
export function registerActor(actor: MachineActor): () => void {
  if (!actorNames.has(actor) && actor.getSnapshot().status === 'active') {
    const name = `${actor.logic.id}-${(actorCount += 1)}`;
    actorNames.set(actor, name);
    // Without a word on failures, which therefore stay as loud as they are.
    actor.subscribe({ complete: () => unregisterActor(actor) });
    for (const [watch, ends] of watchers) ends.set(actor, watch({ name, actor }));
  }
  return () => unregisterActor(actor);
}

/** Its last words may still be on their way, so nobody stops listening to it. */
function unregisterActor(actor: MachineActor): void {
  actorNames.delete(actor);
  for (const ends of watchers.values()) ends.delete(actor);
}

/** Tells of everything that lives, and of what comes. @returns a function that ends it */
export function watchActors(watch: Watcher): () => void {
  const ends = new Map<MachineActor, () => void>();
  for (const [actor, name] of actorNames) ends.set(actor, watch({ name, actor }));
  watchers.set(watch, ends);
  return () => {
    watchers.delete(watch);
    for (const end of ends.values()) end();
  };
}
