import { CompiledQuery } from 'kysely';
import { foldTallies } from '../../../server/src/repositories/tallies.ts';
import type { Db } from '../../../server/src/repositories/tables.ts';

/** The size of a store. Existing rows stay, so a store can grow step by step. */
export interface StoreSize {
  people: number;
  /** Top-level cruds, each with two hashtags. A tenth of them are by one author, see `BUSIEST`. */
  cruds: number;
}

function createUuid(kind: string, number: number): string {
  return `${kind}0000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
}

/** The same in SQL, for a numeric expression. */
const createUuidSql = (kind: string, number: string) =>
  `('${kind}0000000-0000-4000-8000-' || lpad((${number})::text, 12, '0'))::uuid`;

/** The sub of the user with this number, from 1. */
const personSub = (number: number) => createUuid('a', number);
/** The uuid of the crud with this number, from 1. */
export const crudUuid = (number: number) => createUuid('c', number);
/** The author of a tenth of all cruds and of all replies, in a conversation with every tenth user. */
export const BUSIEST_AUTHOR = personSub(1);
/** The crud with nine of ten replies and all likes. */
const POPULAR_CRUD = crudUuid(1);
/** The hashtag that most cruds have. */
export const FREQUENT_TAG = 'tcfcd208495d565ef66e7dff9f98764da';
/** A hashtag that one in sixty cruds has. */
export const OCCASIONAL_TAG = 'morea87ff679a2f3e71d9181a67b7542122c';

/** The number of rows in one statement. */
const BATCH = 2500;

/**
 * Adds rows up to a size, directly into the tables, and refreshes the planner's statistics.
 * @param db without time limits, for a large store
 */
export async function fillStore(db: Db, { people, cruds }: StoreSize): Promise<void> {
  await inBatches(await countRows(db, 'people'), people, (from, to) => addPeople(db, from, to));
  await inBatches(await countRows(db, 'activities where reply_to is null'), cruds, (from, to) =>
    addCruds(db, { from, to }, people),
  );
  await foldTallies(db);
  await runStatements(db, 'vacuum (analyze)');
}

async function inBatches(
  from: number,
  to: number,
  add: (from: number, to: number) => Promise<void>,
): Promise<void> {
  for (let at = from; at < to; at += BATCH) await add(at + 1, Math.min(to, at + BATCH));
}

async function countRows(db: Db, rows: string): Promise<number> {
  const counted = await db.executeQuery<{ count: number }>(
    CompiledQuery.raw(`select count(*) as count from ${rows}`),
  );
  return counted.rows[0]?.count ?? 0;
}

async function runStatements(db: Db, ...statements: string[]): Promise<void> {
  for (const statement of statements) await db.executeQuery(CompiledQuery.raw(statement));
}

async function addPeople(db: Db, from: number, to: number): Promise<void> {
  const series = `generate_series(${from}, ${to}) as s (n)`;
  const pairs = `(select n, ${createUuidSql('d', 'n')} as message_group, ${createUuidSql('a', 'n')} as other from ${series} where n % 10 = 0) p`;
  await runStatements(
    db,
    `insert into people (sub, handle, display_name, email, created_at)
      select ${createUuidSql('a', 'n')}, 'p' || substr(md5(n::text), 1, 6) || n,
        initcap(substr(md5('given' || n), 1, 5)) || ' ' || initcap(substr(md5('family' || n), 1, 7)), '', now()
      from ${series}`,
    `insert into streams (id) select 'user:' || ${createUuidSql('a', 'n')} from ${series}`,
    `insert into message_groups (uuid, person_a, person_b, head, created_at)
      select message_group, '${BUSIEST_AUTHOR}', other, 3, now() from ${pairs}`,
    `insert into group_members (message_group, person, read_pos, last_seq)
      select message_group, unnest(array['${BUSIEST_AUTHOR}'::uuid, other]), 3, n from ${pairs}`,
    `insert into messages (uuid, message_group, pos, author, message, created_at)
      select gen_random_uuid(), message_group, pos, other, 'a message', now()
      from ${pairs} cross join generate_series(1, 3) as place (pos)`,
  );
}

/** Words and hashtags follow a steep distribution, as in real texts: few are frequent, most are rare. */
async function addCruds(db: Db, { from, to }: { from: number; to: number }, people: number): Promise<void> {
  const series = `generate_series(${from}, ${to}) as s (n)`;
  const skewedIndex = (salt: string, most: number) =>
    `floor(power((hashtextextended('${salt}' || n, 0) & 65535) / 65536.0, 4) * ${most})::int`;
  const author = `case when n % 10 = 0 then 1 else 1 + (hashtextextended('author' || n, 0) & 1048575) % ${people} end`;
  const texts = `(select n, ${createUuidSql('a', author)} as author, 't' || md5((${skewedIndex('tag', 20_000)})::text) as one,
    'more' || md5((${skewedIndex('other', 500)})::text) as two,
    'the w' || (${skewedIndex('word', 50_000)}) || ' of v' || (${skewedIndex('verb', 5000)}) as words from ${series}) t`;
  const fans = Math.ceil((to - from + 1) / 10);
  await runStatements(
    db,
    `insert into activities (uuid, pos, author, message, terms, created_at, expires_at)
      select ${createUuidSql('c', 'n')}, n * 10, author, words || ' #' || one || ' #' || two,
        to_tsvector('simple', words || ' ' || one || ' ' || two), now(), now() + interval '20 days' from ${texts}`,
    `insert into hashtags (activity, hashtag, label, pos)
      select ${createUuidSql('c', 'n')}, tag, tag, n * 10 from ${texts} cross join unnest(array[one, two]) as tag`,
    `insert into activities (uuid, pos, author, message, terms, reply_to, created_at, expires_at)
      select ${createUuidSql('b', 'n')}, n * 10 + 1, '${BUSIEST_AUTHOR}', 'a reply to it', to_tsvector('simple', 'a reply to it'),
        ${createUuidSql('c', 'case when n % 100 = 0 then n - 1 else 1 end')}, now(), now() + interval '20 days'
      from ${series} where n % 10 = 0`,
    // One like per second, and a notification for every eleventh.
    `insert into likes (activity, person, created_at)
      select '${POPULAR_CRUD}', sub, now() - interval '20 days' + (${from} + row_number() over (order by sub)) * interval '1 second'
      from (select sub from people p where sub <> '${BUSIEST_AUTHOR}'
        and not exists (select from likes l where l.activity = '${POPULAR_CRUD}' and l.person = p.sub) limit ${fans}) fans`,
    `insert into notifications (uuid, recipient, activity, reason, actor, seq, created_at)
      select gen_random_uuid(), '${BUSIEST_AUTHOR}', l.activity, 'like', l.person,
        extract(epoch from l.created_at)::bigint, l.created_at
      from likes l where l.activity = '${POPULAR_CRUD}' and extract(epoch from l.created_at)::bigint % 11 = 0
      on conflict do nothing`,
    `update streams set head = ${to * 10 + 9}, head_tag = 'filled' where id = 'public'`,
  );
}
