import { BLOCKS_MAX, HIDDEN_PEOPLE_MAX, type BlockState } from '@cruddur/shared';
import { sql } from 'kysely';
import type { BlockReads, BlockWrites } from '../domain/blocks/ports.ts';
import { hiddenPeople } from './hidden-people.ts';
import type { Db } from './tables.ts';

interface BlockedRow {
  handle: string;
  display_name: string;
  cognito_user_uuid: string;
  avatar_version: number;
  created_at: Date;
}

export function createBlockReads(db: Db): BlockReads {
  const isTrue = async (query: ReturnType<typeof sql<{ found: boolean | null }>>) =>
    (await query.execute(db)).rows[0]?.found === true;

  return {
    async listBlocked(sub) {
      const { rows } = await sql<BlockedRow>`
        select p.handle, p.display_name, p.sub as cognito_user_uuid, p.avatar_version, b.created_at
        from blocks b join people p on p.sub = b.blocked and p.erased_at is null
        where b.blocker = ${sub} order by b.created_at desc, p.handle limit ${sql.lit(BLOCKS_MAX)}`.execute(
        db,
      );
      return rows.map(({ created_at, ...person }) => ({ ...person, blocked_at: created_at.toISOString() }));
    },

    async readHidden(sub) {
      const { rows } = await sql<{ person: string; blocked: boolean }>`
        select h.person, bool_or(h.is_own) as blocked from ${hiddenPeople(sub)} h group by h.person
        order by blocked desc, max(h.created_at) desc limit ${sql.lit(HIDDEN_PEOPLE_MAX)}`.execute(db);
      return {
        hidden: rows.map(({ person }) => person),
        blocked: rows.filter(({ blocked }) => blocked).map(({ person }) => person),
      };
    },

    async readState(viewer, sub) {
      const [state] = await readBlockStates(db, [{ viewer, sub }]);
      return state ?? { cognito_user_uuid: sub, hidden: false, blocked: false };
    },

    isAuthorHidden: (activity, from) =>
      isTrue(sql`select is_blocked_between(a.author, ${from}::uuid) as found
        from activities a where a.uuid = ${activity}`),
  };
}

/** How each person stands to each viewer, in the given order. */
export async function readBlockStates(
  db: Db,
  pairs: readonly { viewer: string; sub: string }[],
): Promise<BlockState[]> {
  const { rows } = await sql<BlockState>`
    select o.sub as cognito_user_uuid, is_blocked_between(o.viewer, o.sub) as hidden,
      exists (select from blocks b where b.blocker = o.viewer and b.blocked = o.sub) as blocked
    from unnest(${pairs.map(({ viewer }) => viewer)}::uuid[], ${pairs.map(({ sub }) => sub)}::uuid[])
      with ordinality as o (viewer, sub, n) order by o.n`.execute(db);
  return rows;
}

/**
 * Locks two people against writes that concern them. A write locks its author before the others, so any fixed order of the two could
 * meet one of the opposite order: this one never waits for a lock while it has the other.
 * @returns false when one of them is erased or does not exist
 */
async function lockBoth(trx: Db, one: string, other: string): Promise<boolean> {
  let [first, second] = [one, other];
  for (;;) {
    await sql`savepoint before_locks`.execute(trx);
    const awaited =
      await sql`select from people where sub = ${first} and erased_at is null for update`.execute(trx);
    if (awaited.rows.length === 0) return false;
    const free = await sql`
      select from people where sub = ${second} and erased_at is null for update skip locked`.execute(trx);
    if (free.rows.length > 0) return true;
    // Returns the first lock.
    await sql`rollback to savepoint before_locks`.execute(trx);
    const locked = await sql`select from people where sub = ${second} and erased_at is null`.execute(trx);
    if (locked.rows.length === 0) return false;
    [first, second] = [second, first];
  }
}

export function createBlockWrites(trx: Db): BlockWrites {
  return {
    async add({ blocker, blocked, at }) {
      if (!(await lockBoth(trx, blocker, blocked))) return 'not found';
      const { rows } = await sql<{ count: number; known: boolean | null }>`
        select count(*) as count, bool_or(blocked = ${blocked}) as known from blocks where blocker = ${blocker}`.execute(
        trx,
      );
      if (rows[0]?.known) return 'none';
      if ((rows[0]?.count ?? 0) >= BLOCKS_MAX) return 'too many';
      await trx.insertInto('blocks').values({ blocker, blocked, created_at: at }).execute();
      return 'added';
    },

    async remove({ blocker, blocked }) {
      const { numDeletedRows } = await trx
        .deleteFrom('blocks')
        .where('blocker', '=', blocker)
        .where('blocked', '=', blocked)
        .executeTakeFirst();
      return numDeletedRows === 1n;
    },

    async isBetween(a, b) {
      // A block that is under way is waited for, and a later one waits for this write.
      await sql`select from people where sub in (${a}, ${b}) order by sub for key share`.execute(trx);
      const { rows } = await sql<{ found: boolean }>`
        select is_blocked_between(${a}::uuid, ${b}::uuid) as found`.execute(trx);
      return rows[0]?.found === true;
    },
  };
}
