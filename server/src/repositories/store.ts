import type { Clock } from '../domain/clock.ts';
import type { Store } from '../domain/ports.ts';
import { createBatchWriter } from './batch-writer.ts';
import { createCommits } from './commit.ts';
import { refuseWhenAway } from './failures.ts';
import { appendEntries } from './log.ts';
import { keyOf, madeBefore, refOf } from './operations.ts';
import type { Db } from './tables.ts';
import { ownTransaction } from './transaction.ts';
import { unitOf } from './unit.ts';

/** Writes under the rules of the delivery promise: rows, then the operation and the log, in one transaction. */
export function createStore(db: Db, clock: Clock): Store {
  const write = createBatchWriter(createCommits(db, clock));
  return {
    operate: (actor, operation, work) => refuseWhenAway(() => write({ actor, operation, work })),

    change: (work) =>
      refuseWhenAway(() =>
        db.transaction().execute(async (trx) => {
          const { result, entries } = await work(unitOf(ownTransaction(trx)));
          return { result, envelopes: await appendEntries(trx, { entries }, clock.now()) };
        }),
      ),

    made: (actor, operation) =>
      refuseWhenAway(async () => {
        const asked = { actor, operation };
        const made = (await madeBefore(db, [asked])).get(keyOf(asked));
        return made ? refOf(made, asked) : null;
      }),
  };
}
