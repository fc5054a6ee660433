import { sql } from 'kysely';
import type { Clock } from '../domain/clock.ts';
import { Refusal } from '../domain/errors.ts';
import type { Store, WriteUnit } from '../domain/ports.ts';
import type { Operation } from '../domain/use-case.ts';
import { createActivityWrites } from './activity-writes.ts';
import { createErasureWrites } from './erasure-writes.ts';
import { refuseWhenAway } from './failures.ts';
import { appendEntries } from './log.ts';
import { createMessageWrites } from './message-writes.ts';
import { createNotificationWrites } from './notifications.ts';
import { createPeopleWrites } from './people.ts';
import type { Db } from './tables.ts';

const unitOf = (trx: Db): WriteUnit => ({
  activities: createActivityWrites(trx),
  people: createPeopleWrites(trx),
  messages: createMessageWrites(trx),
  notifications: createNotificationWrites(trx),
  erasure: createErasureWrites(trx),
});

async function refOf(db: Db, actor: string, operation: Operation): Promise<string | null> {
  const made = await db
    .selectFrom('op')
    .select(['fingerprint', 'ref'])
    .where('actor', '=', actor)
    .where('op_id', '=', operation.id)
    .executeTakeFirst();
  if (!made) return null;
  if (made.fingerprint !== operation.fingerprint) throw new Refusal('operation_id_reused');
  return made.ref;
}

/** Writes under the rules of the delivery promise: rows, then the operation, then the log, in one transaction. */
export function createStore(db: Db, clock: Clock): Store {
  return {
    operate: (actor, operation, work) =>
      refuseWhenAway(() =>
        db.transaction().execute(async (trx) => {
          // One at a time per operation, over all gateways: who comes second finds what the first one made.
          await sql`select pg_advisory_xact_lock(hashtextextended(${`${actor} ${operation.id}`}, 0))`.execute(
            trx,
          );
          const made = await refOf(trx, actor, operation);
          if (made !== null) return { ref: made, envelopes: [] };
          const { ref, entries } = await work(unitOf(trx));
          const now = clock.now();
          await trx
            .insertInto('op')
            .values({ actor, op_id: operation.id, fingerprint: operation.fingerprint, ref, at: now })
            .execute();
          return { ref, envelopes: await appendEntries(trx, entries, now) };
        }),
      ),

    change: (work) =>
      refuseWhenAway(() =>
        db.transaction().execute(async (trx) => {
          const { result, entries } = await work(unitOf(trx));
          return { result, envelopes: await appendEntries(trx, entries, clock.now()) };
        }),
      ),

    made: (actor, operation) => refuseWhenAway(() => refOf(db, actor, operation)),
  };
}
