import { setTimeout as pause } from 'node:timers/promises';
import { performAction } from './workload/user-action.ts';
import { nextAction } from './workload/action-plans.ts';
import type { RunContext } from './workload/run-context.ts';
import { collectEvidence } from '../../../client/devtools/simulation/checker/evidence.ts';
import { checkRestoredSequences } from '../../../client/devtools/simulation/checker/lost-history.ts';
import type { Violation } from '../../../client/devtools/simulation/checker/violation.ts';
import type { StoreDump } from '../../../client/devtools/simulation/checker/records.ts';
import { dumpStore } from './topology/dump-store.ts';

/** The number of operations per user that follow, while gateways and tabs detect the restore. */
const ACTIONS = 10;
const BETWEEN_MS = 150;
/** A tab is reset within two seconds, and has five to catch up. */
const CATCH_UP_MS = 7000;

/**
 * Restores an older state of the store while it is in use, and continues to write. What was written since is lost; the promise then is
 * that each tab follows the present history from its reset on.
 * @param dump the result of `topology.postgres.dump()` earlier in the run
 * @param before the store when all have stopped writing
 */
export async function restoreDuringWrites(
  run: RunContext,
  dump: string,
  before: StoreDump,
): Promise<Violation[]> {
  const { topology, history, people } = run;
  const at = history.now();
  history.record({ type: 'fault-began', fault: 0, name: 'restore-postgres' });
  await topology.postgres.restore(dump);
  history.record({ type: 'fault-ended', fault: 0 });
  // Remembered ids may belong to the lost history.
  run.cruds.length = 0;
  run.groups.clear();
  for (let action = 0; action < ACTIONS; action += 1) {
    await Promise.all(people.map((person) => performAction(run, nextAction(run, person))));
    await pause(BETWEEN_MS);
  }
  await pause(CATCH_UP_MS);
  const evidence = collectEvidence(history.records(), await dumpStore(topology.postgres));
  return checkRestoredSequences(evidence, { at, before });
}
