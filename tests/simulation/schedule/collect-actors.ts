import {
  registerActor,
  watchActors,
  type MachineActor,
} from '../../../client/src/devtools/inspect/running-actors.ts';

/** @returns forgets the machines of a schedule, which otherwise live as long as the program: those of killed tabs never end */
export function collectActors(): () => void {
  const actors = new Set<MachineActor>();
  const stopWatching = watchActors(({ actor }) => {
    actors.add(actor);
    return () => undefined;
  });
  return () => {
    stopWatching();
    for (const actor of actors) registerActor(actor)();
  };
}
