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

/**
 * Registers an actor for inspection until it ends. Without an inspector this costs one entry in a map.
 * @returns a function that unregisters it, for an actor that is stopped without reporting its completion
 */
export function registerActor(actor: MachineActor): () => void {
  if (!actorNames.has(actor) && actor.getSnapshot().status === 'active') {
    const name = `${actor.logic.id}-${(actorCount += 1)}`;
    actorNames.set(actor, name);
    // Without an error handler: an unhandled error of the actor is reported as before.
    actor.subscribe({ complete: () => unregisterActor(actor) });
    for (const [watch, stops] of watchers) stops.set(actor, watch({ name, actor }));
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
