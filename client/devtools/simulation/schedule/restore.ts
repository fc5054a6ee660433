import type { Random } from '../random.ts';
import type { StoreRestore } from '../checker/lost-history.ts';
import type { Stage } from './stage.ts';

/** The number of the fault in the history; others count from 1. */
const FAULT = 0;
const FIRST_AT_MS = 100;
/** Shares of the time until which faults strike: the latest backup, the writes after it, and the time without a store. */
const BACKUP_WITHIN = 0.45;
const LOST_FOR = 0.3;
const AWAY_FOR = 0.1;
/** The share of restores that gateways survive, as when a standby takes over that lacks the latest commits. */
const SURVIVED_SHARE = 0.4;

/**
 * A backup is made, and later the store goes back to it. Gateways are stopped meanwhile, as docs/operations/backup.md says, or
 * continue.
 * @returns the restore, or null before it
 */
export function scheduleRestore(
  stage: Stage,
  random: Random,
  { stopAt }: { stopAt: number },
): () => StoreRestore | null {
  const { world, model, storeHost, faults, history } = stage;
  const backUpAt = FIRST_AT_MS + random.next() * stopAt * BACKUP_WITHIN;
  const awayAt = backUpAt + random.next() * stopAt * LOST_FOR;
  const restoreAt = awayAt + random.next() * stopAt * AWAY_FOR;
  const doGatewaysSurvive = random.next() < SURVIVED_SHARE;
  let stopped: string[] = [];
  let done: StoreRestore | null = null;

  world.after(storeHost, backUpAt, 'a backup is made', () => {
    const [backup, restore] = [model.dump(), model.backUp()];
    world.after(storeHost, awayAt - backUpAt, 'begins restore-store', () => {
      history.record({ type: 'fault-began', fault: FAULT, name: 'restore-store' });
      stage.countFault(doGatewaysSurvive ? 'restore-store under gateways' : 'restore-store');
      faults.isStoreAway = true;
      const gateways = doGatewaysSurvive ? [] : stage.gateways();
      stopped = gateways.map(({ host }) => host.name);
      for (const gateway of gateways) stage.killGateway(gateway);
    });
    world.after(storeHost, restoreAt - backUpAt, 'ends restore-store', () => {
      const before = model.dump();
      restore();
      faults.isStoreAway = false;
      history.record({ type: 'fault-ended', fault: FAULT });
      // As the history rounds times.
      done = { at: Math.ceil(world.now() * 10) / 10, backup, before };
      for (const name of stopped) stage.startGateway(name);
    });
  });
  return () => done;
}
