import { setTimeout as pause } from 'node:timers/promises';
import { perform } from './cast/act.ts';
import { nextAct } from './cast/plans.ts';
import type { World } from './cast/world.ts';
import { checkRestored } from './checker/restored.ts';
import type { Violation } from './checker/violation.ts';
import { dumpStore } from './topology/dump-store.ts';

/** So many acts of everybody follow, while gateways and tabs find out. */
const ACTS = 10;
const BETWEEN_MS = 150;
/** A tab begins anew within two seconds, and has five to be level. */
const LEVEL_MS = 7000;

/**
 * Puts an older state of the store in the place of what is there, under everybody's feet, and goes on writing.
 * @param dump what `topology.postgres.dump()` gave earlier in the run
 */
export async function restoreAndGoOn(world: World, dump: string): Promise<Violation[]> {
  const { topology, history, people } = world;
  history.note({ type: 'fault', fault: 0, name: 'restore-postgres' });
  await topology.postgres.restore(dump);
  const at = history.now();
  history.note({ type: 'healed', fault: 0 });
  // What was remembered may be of the history that is gone.
  world.cruds.length = 0;
  world.groups.clear();
  for (let act = 0; act < ACTS; act += 1) {
    await Promise.all(people.map((person) => perform(world, nextAct(world, person))));
    await pause(BETWEEN_MS);
  }
  await pause(LEVEL_MS);
  return checkRestored(history.records(), { at, store: await dumpStore(topology.postgres) });
}
