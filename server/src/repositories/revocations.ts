import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Clock } from '../domain/clock.ts';
import type { RevocationLog } from '../domain/ports.ts';
import type { Db } from './tables.ts';

/** Revocations are a stream of their own: dense numbers, so a late commit is never skipped. */
export function createRevocationLog(db: Db, clock: Clock): RevocationLog {
  return {
    add: ({ sub, originJti, allBefore }) =>
      db.transaction().execute(async (trx) => {
        const uuid = randomUUID();
        const at = clock.now();
        await trx
          .insertInto('revocations')
          .values({ uuid, sub, origin_jti: originJti, all_before: allBefore, at })
          .execute();
        const entry = [{ stream: 'revocations', kind: 'session.ended', ref: uuid }];
        await sql`select from append(${JSON.stringify(entry)}::jsonb, ${at})`.execute(trx);
      }),

    after: async (id) => {
      const rows = await db
        .selectFrom('log as l')
        .innerJoin('revocations as r', (join) => join.on('r.uuid', '=', sql`l.ref::uuid`))
        .select(['l.seq as id', 'r.sub', 'r.origin_jti as originJti', 'r.all_before as allBefore'])
        .where('l.stream', '=', 'revocations')
        .where('l.seq', '>', id)
        .orderBy('l.seq')
        .execute();
      return rows;
    },
  };
}
