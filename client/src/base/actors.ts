import type { Actor, AnyStateMachine } from 'xstate';

export type MachineActor = Actor<AnyStateMachine>;

/** An actor of a machine in this tab, by a unique name such as `compose-2`. */
export interface RunningActor {
  name: string;
  actor: MachineActor;
}

/** Starts watching one actor. @returns a function that stops it */
export type Watcher = (running: RunningActor) => () => void;

const actorNames = new Map<MachineActor, string>();
/** By watcher: the function that stops watching each running actor. */
const watchers = new Map<Watcher, Map<MachineActor, () => void>>();
let actorCount = 0;
/** All actors that were registered once. */
const known = new WeakSet<MachineActor>();

/**
 * Registers an actor for inspection until it ends; one that has ended by starting is reported once. Without an inspector this costs one
 * entry in a map.
 * @returns a function that unregisters it, for an actor that is stopped without reporting its completion
 */
export function registerActor(actor: MachineActor): () => void {
  const { status } = actor.getSnapshot();
  const isNew = status === 'active' ? !actorNames.has(actor) : status === 'done' && !known.has(actor);
  known.add(actor);
  if (isNew) {
    const name = `${actor.logic.id}-${(actorCount += 1)}`;
    actorNames.set(actor, name);
    for (const [watch, stops] of watchers) stops.set(actor, watch({ name, actor }));
    // Calls back at once when the actor has ended. Without an error handler: an unhandled error of it is reported as before.
    actor.subscribe({ complete: () => unregisterActor(actor) });
  }
  return () => unregisterActor(actor);
}

/** The watchers are not stopped: the actor's last events may still be delivered. */
function unregisterActor(actor: MachineActor): void {
  actorNames.delete(actor);
  for (const stops of watchers.values()) stops.delete(actor);
}

/** Watches every running actor and those registered later. @returns a function that stops it */
export function watchActors(watch: Watcher): () => void {
  const stops = new Map<MachineActor, () => void>();
  for (const [actor, name] of actorNames) stops.set(actor, watch({ name, actor }));
  watchers.set(watch, stops);
  return () => {
    watchers.delete(watch);
    for (const stop of stops.values()) stop();
  };
}
