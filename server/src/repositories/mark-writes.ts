import { sql, type RawBuilder } from 'kysely';
import { Refusal } from '../domain/errors.ts';
import type { Mark, MarkResult, MarkRow, MarkWrites, Target } from '../domain/activities/ports.ts';
import { lockUnerased } from './people.ts';
import type { Db } from './tables.ts';
import { requireDedicated, skipLockedWhenShared, type Transaction } from './transaction.ts';

interface TimedMark extends MarkRow {
  at: Date;
}

interface MarkedRow {
  place: number;
  changed: boolean;
  uuid: string;
  likes_count: number;
  reposts_count: number;
  other: boolean;
}

const TABLES = {
  like: { marks: sql.table('likes'), count: sql.ref('likes_count'), others: sql.table('reposts') },
  repost: { marks: sql.table('reposts'), count: sql.ref('reposts_count'), others: sql.table('likes') },
};

/** Writes likes and reposts. Those of a shared transaction are one statement, with one update of each crud's row. */
export function createMarkWrites(tx: Transaction): MarkWrites {
  const { trx, batchCalls } = tx;
  const lockTarget = batchCalls((uuids: readonly string[]) => lockToMark(tx, uuids));
  const isUnerased = batchCalls((subs: readonly string[]) => lockUnerased(tx, subs));
  const adding = {
    like: batchCalls((rows: readonly TimedMark[]) => addAll(trx, 'like', rows)),
    repost: batchCalls((rows: readonly TimedMark[]) => addAll(trx, 'repost', rows)),
  };
  const removing = {
    like: batchCalls((rows: readonly MarkRow[]) => removeAll(trx, 'like', rows)),
    repost: batchCalls((rows: readonly MarkRow[]) => removeAll(trx, 'repost', rows)),
  };
  return {
    async lockTargetToMark(uuid) {
      const found = await lockTarget(uuid.toLowerCase());
      if (!found) requireDedicated(tx);
      return found;
    },
    async addMark(mark, row, at) {
      // Checked here, because the triggers on the marks would fail the whole statement.
      if (!(await isUnerased(row.person))) {
        requireDedicated(tx);
        throw new Refusal('generic_401');
      }
      return adding[mark]({ ...row, at });
    },
    removeMark: (mark, row) => removing[mark](row),
  };
}

/** Takes the lock of an update from the start, because upgrading a weaker lock later could wait for other transactions. */
async function lockToMark(tx: Transaction, uuids: readonly string[]): Promise<(Target | null)[]> {
  const { rows } = await sql<Target>`
    select a.uuid, a.author, a.expires_at from activities a where a.uuid = any(${[...new Set(uuids)]}::uuid[])
    order by a.uuid for no key update of a ${skipLockedWhenShared(tx)}`.execute(tx.trx);
  const found = new Map(rows.map((target) => [target.uuid, target]));
  return uuids.map((uuid) => found.get(uuid) ?? null);
}

function addAll(trx: Db, mark: Mark, rows: readonly TimedMark[]): Promise<MarkResult[]> {
  const times = rows.map(({ at }) => at.toISOString());
  const insert =
    mark === 'like'
      ? sql`insert into likes (activity, person, created_at) select activity, person, at from asked`
      : sql`insert into reposts (activity, person, created_at, pos)
          select activity, person, at, (select head from streams where id = 'public') from asked`;
  return changeAll(trx, mark, {
    asked: sql`select * from unnest(${rows.map(({ activity }) => activity)}::uuid[],
      ${rows.map(({ person }) => person)}::uuid[], ${times}::timestamptz[])
      with ordinality as asked (activity, person, at, place)`,
    changed: sql`${insert} on conflict do nothing returning activity, person`,
    by: 1,
  });
}

function removeAll(trx: Db, mark: Mark, rows: readonly MarkRow[]): Promise<MarkResult[]> {
  const { marks } = TABLES[mark];
  return changeAll(trx, mark, {
    asked: sql`select * from unnest(${rows.map(({ activity }) => activity)}::uuid[],
      ${rows.map(({ person }) => person)}::uuid[]) with ordinality as asked (activity, person, place)`,
    changed: sql`delete from ${marks} m using asked where m.activity = asked.activity and m.person = asked.person
      returning m.activity, m.person`,
    by: -1,
    also: sql`, untold as (
      delete from notifications n using changed
      where n.activity = changed.activity and n.actor = changed.person and n.reason = ${mark}
    )`,
  });
}

interface MarkChange {
  /** The requested marks, with their `place`. */
  asked: RawBuilder<unknown>;
  /** Returns `activity` and `person` of the marks that were inserted or deleted. */
  changed: RawBuilder<unknown>;
  by: 1 | -1;
  also?: RawBuilder<unknown>;
}

async function changeAll(
  trx: Db,
  mark: Mark,
  { asked, changed, by, also = sql`` }: MarkChange,
): Promise<MarkResult[]> {
  const { count, others } = TABLES[mark];
  const { rows } = await sql<MarkedRow>`
    with asked as (${asked}), changed as (${changed}), counted as (
      update activities a set ${count} = a.${count} + ${by} * n.number, version = a.version + n.number
      from (select activity, count(*)::int as number from changed group by activity) n where a.uuid = n.activity
      returning a.uuid, a.likes_count, a.reposts_count
    ) ${also}
    select asked.place, changed.person is not null as changed, a.uuid,
      coalesce(counted.likes_count, a.likes_count) as likes_count,
      coalesce(counted.reposts_count, a.reposts_count) as reposts_count,
      exists (select from ${others} o where o.activity = asked.activity and o.person = asked.person) as other
    from asked
    join activities a on a.uuid = asked.activity
    left join counted on counted.uuid = asked.activity
    left join changed on changed.activity = asked.activity and changed.person = asked.person
    order by asked.place`.execute(trx);
  return rows.map(({ changed: hasChanged, uuid, likes_count, reposts_count, other }): MarkResult => {
    const isSet = by === 1;
    const [liked, reposted] = mark === 'like' ? [isSet, other] : [other, isSet];
    return { changed: hasChanged, marks: { uuid, liked, reposted, likes_count, reposts_count } };
  });
}
