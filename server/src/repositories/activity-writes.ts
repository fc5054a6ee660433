import { sql } from 'kysely';
import type { ActivityWrites, Target } from '../domain/activities/ports.ts';
import { findBurned } from './activities.ts';
import { burnActivities } from './burn-activities.ts';
import { lockDeletions } from './delete-activities.ts';
import type { Db } from './tables.ts';

export function createActivityWrites(trx: Db): ActivityWrites {
  return {
    async lockTarget(uuid) {
      const { rows } = await sql<Target>`
        select uuid, author, expires_at from activities where uuid = ${uuid} for key share`.execute(trx);
      return rows[0] ?? null;
    },
    wasBurned: async (uuid) => (await findBurned(trx, [uuid.toLowerCase()]))[0] ?? false,
    lockDeletions: () => lockDeletions(trx),
    burn: (uuid) => burnActivities(trx, [uuid]),
  };
}
