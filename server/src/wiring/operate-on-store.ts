import type { Clock } from '../domain/clock.ts';
import { createOperator } from '../domain/moderation/create-operator.ts';
import type { OperatorAnswer, OperatorRequest } from '../domain/moderation/operator-request.ts';
import { createStoreReads } from '../repositories/reads.ts';
import { readStoreIdentity } from '../repositories/store-identity.ts';
import { createStore } from '../repositories/store.ts';
import type { OpenedStore } from '../store/opened-store.ts';
import { createReportSealer } from './wire-reports.ts';

/**
 * Carries out a command on a store that gateways use at the same time. They read the log and the revocations each second, so the
 * command needs no connection to them.
 */
export async function operateOnStore(
  store: OpenedStore,
  command: OperatorRequest,
  clock: Clock,
): Promise<OperatorAnswer> {
  const { db, writeDb } = store;
  const nothing = () => undefined;
  const operate = createOperator({
    ...createStoreReads(db, clock),
    clock,
    store: createStore(db, clock, { writeDb }),
    deliver: nothing,
    refreshCounts: nothing,
    sealer: createReportSealer((await readStoreIdentity(db)).key),
    revocations: { refresh: () => Promise.resolve() },
  });
  return operate(command);
}
