import type { PrivacySettings } from '@cruddur/shared';
import { sql, type RawBuilder } from 'kysely';
import type { PrivacyReads, PrivacyWrites, ReadAudience } from '../domain/privacy/ports.ts';
import type { Db } from './tables.ts';

const DEFAULTS: PrivacySettings = {
  read_receipts: true,
  typing: true,
  presence: true,
  messages_from: 'everyone',
};

/** The columns of `people p`. */
const COLUMNS = sql<PrivacySettings>`p.shares_reads as read_receipts, p.shares_typing as typing, p.shares_presence as presence,
  p.messages_from`;

/** Whether two people see each other's read marks: both have read receipts on. */
export const doShareReads = (one: RawBuilder<unknown>, other: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql`(select bool_and(p.shares_reads) from people p where p.sub in (${one}, ${other}))`;

export async function readPrivacySettings(
  db: Db,
  subs: readonly string[],
): Promise<Map<string, PrivacySettings>> {
  const { rows } = await sql<PrivacySettings & { sub: string }>`
    select p.sub, ${COLUMNS} from people p where p.sub = any(${subs}::uuid[])`.execute(db);
  return new Map(rows.map(({ sub, ...settings }) => [sub, settings]));
}

export function createPrivacyReads(db: Db): PrivacyReads {
  return {
    find: async (sub) => (await readPrivacySettings(db, [sub])).get(sub) ?? DEFAULTS,
  };
}

export function createPrivacyWrites(trx: Db): PrivacyWrites {
  return {
    async lock(sub) {
      const { rows } = await sql<PrivacySettings>`
        select ${COLUMNS} from people p where p.sub = ${sub} and p.erased_at is null for no key update`.execute(
        trx,
      );
      return rows[0] ?? null;
    },

    async save(sub, { read_receipts, typing, presence, messages_from }) {
      await trx
        .updateTable('people')
        .set({ shares_reads: read_receipts, shares_typing: typing, shares_presence: presence, messages_from })
        .where('sub', '=', sub)
        .execute();
    },

    async findReadAudience(sub, limit) {
      const { rows } = await sql<ReadAudience>`
        select g.message_group as "group", o.sub as other
        from group_members g
        join message_groups mg on mg.uuid = g.message_group
        join people o on o.sub = case when mg.person_a = g.person then mg.person_b else mg.person_a end
        where g.person = ${sub} and mg.head > 0 and mg.requested_by is null and o.shares_reads and o.erased_at is null
          and not is_blocked_between(g.person, o.sub)
        order by g.last_seq desc, g.message_group desc limit ${limit}`.execute(trx);
      return rows;
    },
  };
}
