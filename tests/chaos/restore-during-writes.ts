import { setTimeout as pause } from 'node:timers/promises';
import { performAction } from './workload/user-action.ts';
import { nextAction } from './workload/action-plans.ts';
import type { RunContext } from './workload/run-context.ts';
import { checkRestored } from './checker/restored.ts';
import type { Violation } from './checker/violation.ts';
import { dumpStore } from './topology/dump-store.ts';

/** So many acts of everybody follow, while gateways and tabs find out. */
const ACTIONS = 10;
const BETWEEN_MS = 150;
/** A tab begins anew within two seconds, and has five to be level. */
const CATCH_UP_MS = 7000;

/**
 * Puts an older state of the store in the place of what is there, under everybody's feet, and goes on writing.
 * @param dump what `topology.postgres.dump()` gave earlier in the run
 */
export async function restoreDuringWrites(world: RunContext, dump: string): Promise<Violation[]> {
  const { topology, history, people } = world;
  history.record({ type: 'fault', fault: 0, name: 'restore-postgres' });
  await topology.postgres.restore(dump);
  const at = history.now();
  history.record({ type: 'healed', fault: 0 });
  // What was remembered may be of the history that is gone.
  world.cruds.length = 0;
  world.groups.clear();
  for (let act = 0; act < ACTIONS; act += 1) {
    await Promise.all(people.map((person) => performAction(world, nextAction(world, person))));
    await pause(BETWEEN_MS);
  }
  await pause(CATCH_UP_MS);
  return checkRestored(history.records(), { at, store: await dumpStore(topology.postgres) });
}
