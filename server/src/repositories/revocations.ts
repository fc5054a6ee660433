import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Clock } from '../domain/clock.ts';
import type { Revocation, RevocationLog } from '../domain/ports.ts';
import type { Db } from './tables.ts';

interface StretchRow {
  head: number;
  head_tag: string;
  id: string | null;
  sub: string;
  originJti: string;
  allBefore: number | null;
  at: Date;
}

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

    async after({ seq, tag }) {
      const { rows } = await sql<StretchRow>`
        select s.head, s.head_tag, fresh.*
        from streams s
        left join log there on there.stream = s.id and there.seq = ${seq} and there.tag = ${tag}
        left join lateral (
          select r.uuid as id, r.sub, r.origin_jti as "originJti", r.all_before as "allBefore", r.at, l.seq
          from log l join revocations r on r.uuid = l.ref::uuid
          where l.stream = s.id
            and (l.seq > ${seq} or not (there.seq is not null or (s.head = ${seq} and s.head_tag = ${tag})))
        ) fresh on true
        where s.id = 'revocations' order by fresh.seq`.execute(db);
      const [first] = rows;
      if (!first) throw new Error('the stream of revocations has no row');
      const revocations = rows.flatMap(({ id, sub, originJti, allBefore, at }): Revocation[] =>
        id === null ? [] : [{ id, sub, originJti, allBefore, at: at.getTime() }],
      );
      return { revocations, place: { seq: first.head, tag: first.head_tag } };
    },
  };
}
