import { MUTES_MAX, type Mute, type MuteKind } from '@cruddur/shared';
import { sql, type RawBuilder } from 'kysely';
import { Refusal } from '../domain/errors.ts';
import type { MuteReads, MuteWrites } from '../domain/mutes/ports.ts';
import type { Db } from './tables.ts';

interface MuteRow {
  uuid: string;
  kind: MuteKind;
  value: string;
  until: Date | null;
  handle: string | null;
  display_name: string | null;
  sub: string | null;
  avatar_version: number | null;
}

const lastsAt = (now: Date) => sql<boolean>`(m.until is null or m.until > ${now})`;

/** Mutes that have not ended, each with its person. */
async function select(db: Db, condition: RawBuilder<unknown>, now: Date): Promise<Mute[]> {
  const { rows } = await sql<MuteRow>`
    select m.uuid, m.kind, m.value, m.until, p.handle, p.display_name, p.sub, p.avatar_version
    from mutes m left join people p on p.sub = m.person and p.erased_at is null
    where ${condition} and ${lastsAt(now)} and (m.person is null or p.sub is not null)
    order by m.created_at desc, m.uuid limit ${sql.lit(MUTES_MAX)}`.execute(db);
  return rows.map(toMute);
}

/** Mutes of any people by their uuids. */
export const readMutes = (db: Db, uuids: readonly string[], now: Date): Promise<Mute[]> =>
  select(db, sql`m.uuid = any(${[...uuids]}::uuid[])`, now);

export function createMuteReads(db: Db): MuteReads {
  return {
    listMutes: (owner, now) => select(db, sql`m.owner = ${owner}`, now),
    async listMutedPeople(owner, now) {
      const { rows } = await sql<{ person: string }>`select m.person ${mutedBy(owner, now)}`.execute(db);
      return rows.map(({ person }) => person);
    },
  };
}

const mutedBy = (owner: string | RawBuilder<unknown>, now: Date) =>
  sql`from mutes m where m.owner = ${owner} and m.kind = 'person' and ${lastsAt(now)}`;

/** True for a person whom the owner does not mute. As a number, because the planner then assumes nearly all rows. */
export function isNotMutedBy(
  owner: RawBuilder<unknown>,
  person: RawBuilder<unknown>,
  now: Date,
): RawBuilder<boolean> {
  return sql`(${person} <> all(array(select m.person ${mutedBy(owner, now)})))::int <> 0`;
}

function toMute({ uuid, kind, value, until, handle, display_name, sub, avatar_version }: MuteRow): Mute {
  const mute = { uuid, kind, value: sub ?? value, until: until?.toISOString() ?? null };
  if (handle === null || display_name === null || sub === null || avatar_version === null) return mute;
  return { ...mute, person: { handle, display_name, cognito_user_uuid: sub, avatar_version } };
}

export function createMuteWrites(trx: Db): MuteWrites {
  return {
    async save({ owner, kind, key, value, person, until, now }) {
      // Locked, so that an erasure deletes this mute too, and of two concurrent mutes the second one counts the first.
      const locked = await sql`
        select sub from people where sub = ${owner} and erased_at is null for no key update`.execute(trx);
      if (locked.rows.length === 0) throw new Refusal('generic_401');
      if (person !== null) {
        const found = await sql`
          select sub from people where sub = ${person} and erased_at is null for key share`.execute(trx);
        if (found.rows.length === 0) return 'not found';
      }
      // A mute that has ended is another one: clients that still know its uuid must not show the new end for it.
      await sql`delete from mutes where owner = ${owner} and until <= ${now}`.execute(trx);
      const others = await sql<{ count: number }>`
        select count(*) as count from mutes where owner = ${owner} and not (kind = ${kind} and key = ${key})`.execute(
        trx,
      );
      if ((others.rows[0]?.count ?? 0) >= MUTES_MAX) return 'too many';
      const { rows } = await sql<{ uuid: string }>`
        insert into mutes (owner, kind, key, value, person, until, created_at)
        values (${owner}, ${kind}, ${key}, ${value}, ${person}, ${until}, ${now})
        on conflict (owner, kind, key) do update
          set value = excluded.value, until = excluded.until, created_at = excluded.created_at
        returning uuid`.execute(trx);
      return rows[0] ?? 'not found';
    },

    async remove({ owner, uuid, now }) {
      const { rows } = await sql<{ lasted: boolean }>`
        delete from mutes m where m.owner = ${owner} and m.uuid = ${uuid}
        returning ${lastsAt(now)} as lasted`.execute(trx);
      return rows[0]?.lasted === true;
    },
  };
}

/** Deletes some of the mutes that have ended. */
export const deleteEndedMutes = (now: Date, limit: number): RawBuilder<unknown> => sql`
  delete from mutes where uuid in (
    select uuid from mutes where until <= ${now} order by until limit ${limit} for update skip locked)`;
