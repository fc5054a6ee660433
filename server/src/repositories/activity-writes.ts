import { sql } from 'kysely';
import { Refusal } from '../domain/errors.ts';
import type { ActivityWrites, NewActivityRow, Target } from '../domain/activities/ports.ts';
import { findBurned } from './activities.ts';
import { burnActivities } from './burn-activities.ts';
import { lockDeletions } from './delete-activities.ts';
import { createMarkWrites } from './mark-writes.ts';
import type { Db } from './tables.ts';
import { requireDedicated, skipLockedWhenShared, type Transaction } from './transaction.ts';

export function createActivityWrites(tx: Transaction): ActivityWrites {
  const { trx, batchCalls } = tx;
  const lockTarget = batchCalls((uuids: readonly string[]) => lockTargets(tx, uuids));
  const insert = batchCalls((rows: readonly NewActivityRow[]) => insertAll(trx, rows));
  const findBurnedInBatch = batchCalls((uuids: readonly string[]) => findBurned(trx, uuids));
  return {
    ...createMarkWrites(tx),

    async lockTarget(uuid) {
      const found = await lockTarget(uuid);
      if (!found) requireDedicated(tx);
      return found;
    },

    wasBurned: (uuid) => findBurnedInBatch(uuid.toLowerCase()),

    async insert(row) {
      // The row exists although its operation does not: the operation is older than the retention.
      if (!(await insert(row))) throw new Refusal('operation_id_reused');
    },

    async lockDeletions() {
      requireDedicated(tx);
      await lockDeletions(trx);
    },

    async burn(uuid) {
      requireDedicated(tx);
      return burnActivities(trx, [uuid]);
    },
  };
}

async function lockTargets(tx: Transaction, uuids: readonly string[]): Promise<(Target | null)[]> {
  const { rows } = await sql<Target & { place: number }>`
    select a.uuid, a.author, a.expires_at, asked.place
    from unnest(${uuids}::uuid[]) with ordinality as asked (uuid, place)
    join activities a on a.uuid = asked.uuid
    for key share of a ${skipLockedWhenShared(tx)}`.execute(tx.trx);
  const found = new Map(rows.map(({ place, ...target }) => [place, target]));
  return uuids.map((_, index) => found.get(index + 1) ?? null);
}

/** @returns for each row whether it is new */
async function insertAll(trx: Db, rows: readonly NewActivityRow[]): Promise<boolean[]> {
  const inserted = await trx
    .insertInto('activities')
    .values(rows.map(({ hashtags: _, ...row }) => row))
    .onConflict((conflict) => conflict.column('uuid').doNothing())
    .returning('uuid')
    .execute();
  const insertedUuids = new Set(inserted.map(({ uuid }) => uuid));
  const tags = rows
    .filter(({ uuid }) => insertedUuids.has(uuid))
    .flatMap(({ uuid, hashtags }) =>
      hashtags.map((label) => ({ activity: uuid, hashtag: label.toLowerCase(), label })),
    );
  if (tags.length > 0) await trx.insertInto('hashtags').values(tags).execute();
  return rows.map(({ uuid }) => insertedUuids.has(uuid));
}
