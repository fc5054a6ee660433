import { setTimeout as pause } from 'node:timers/promises';
import { performAction } from './workload/user-action.ts';
import { nextAction } from './workload/action-plans.ts';
import type { RunContext } from './workload/run-context.ts';
import { checkRestored } from './checker/restored.ts';
import type { Violation } from './checker/violation.ts';
import { dumpStore } from './topology/dump-store.ts';

/** The number of operations per user that follow, while gateways and tabs detect the restore. */
const ACTIONS = 10;
const BETWEEN_MS = 150;
/** A tab is reset within two seconds, and has five to catch up. */
const CATCH_UP_MS = 7000;

/**
 * Restores an older state of the store while it is in use, and continues to write.
 * @param dump the result of `topology.postgres.dump()` earlier in the run
 */
export async function restoreDuringWrites(run: RunContext, dump: string): Promise<Violation[]> {
  const { topology, history, people } = run;
  history.record({ type: 'fault-began', fault: 0, name: 'restore-postgres' });
  await topology.postgres.restore(dump);
  const at = history.now();
  history.record({ type: 'fault-ended', fault: 0 });
  // Remembered ids may belong to the lost history.
  run.cruds.length = 0;
  run.groups.clear();
  for (let action = 0; action < ACTIONS; action += 1) {
    await Promise.all(people.map((person) => performAction(run, nextAction(run, person))));
    await pause(BETWEEN_MS);
  }
  await pause(CATCH_UP_MS);
  return checkRestored(history.records(), { at, store: await dumpStore(topology.postgres) });
}
