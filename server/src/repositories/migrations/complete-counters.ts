import { sql, type Kysely, type RawBuilder } from 'kysely';
import { toTerms } from '../search-terms.ts';

type Any = Kysely<unknown>;

/** Each runs once per store. */
const STEPS: Readonly<Record<string, (db: Any) => Promise<void>>> = {
  counters: completeTallies,
  replies: (db) => tallySubjects(db, 'replies', uncountedParentsAfter),
  terms: completeTerms,
  names: foldNames,
  hashtags: placeHashtags,
  expiry: (db) => buildIndex(db, 'messages_by_expiry', 'messages (expires_at) where expires_at is not null'),
  requests: buildRequestIndexes,
};
/** Subjects per call of `tally`, which locks 128 at most. */
const SUBJECTS = 100;
const ROWS = 1000;
/** The advisory lock that limits the work to one gateway. */
const LOCK = sql`hashtextextended('complete counters', 0)`;
const RETRY_MS = 200;
const LOWEST = '00000000-0000-0000-0000-000000000000';

/** Built concurrently, because an ordinary `create index` blocks all writers of its table. */
const INDEXES: Readonly<Record<string, string>> = {
  people_by_handle: `people (handle collate "C") where erased_at is null`,
  likes_in_time: `likes (activity, created_at) include (person)`,
  reposts_in_time: `reposts (activity, created_at) include (person)`,
  notifications_in_time: `notifications (activity, reason, created_at)`,
  hashtags_by_label: `hashtags (hashtag, label)`,
  group_members_unread: `group_members (person) where head is null or head > read_pos`,
};

type SubjectsAfter = (after: string) => RawBuilder<{ subject: string }>;

/** The subjects with a tally, in the order of an index. */
const SUBJECTS_AFTER: Readonly<Record<string, SubjectsAfter>> = {
  cruds: (after) => sql`select distinct author as subject from activities
    where reply_to is null and author > ${after || LOWEST}::uuid order by 1 limit ${SUBJECTS}`,
  hashtag: (after) => sql`select distinct hashtag as subject from hashtags
    where hashtag > ${after} order by 1 limit ${SUBJECTS}`,
};

const uncountedParentsAfter: SubjectsAfter = (after) => sql`
  select distinct r.reply_to as subject from activities r join activities a on a.uuid = r.reply_to
  where r.reply_to > ${after || LOWEST}::uuid and a.replies_count is null order by 1 limit ${SUBJECTS}`;

/**
 * The part of migrations 0008, 0015, 0020, 0028, 0044 and 0064 that would hold locks for too long inside them: indexes on tables of any size, and counts of
 * existing rows. After an interruption it starts over. A gateway accepts calls only after it, because hashtags are listed by their totals.
 */
export async function completeCounters<T>(db: Kysely<T>): Promise<void> {
  const any = db as unknown as Any;
  if ((await findPendingSteps(any)).length === 0) return;
  await any.connection().execute(async (own) => {
    // Polled, because a connection that waits inside a statement would block `create index concurrently`.
    while (!(await tryLock(own))) await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    try {
      for (const step of await findPendingSteps(own)) {
        await STEPS[step]?.(own);
        await sql`insert into completed (step) values (${step}) on conflict do nothing`.execute(own);
      }
    } finally {
      await sql`select pg_advisory_unlock(${LOCK})`.execute(own);
    }
  });
}

async function completeTallies(db: Any): Promise<void> {
  for (const [name, definition] of Object.entries(INDEXES)) await buildIndex(db, name, definition);
  for (const [kind, subjectsAfter] of Object.entries(SUBJECTS_AFTER))
    await tallySubjects(db, kind, subjectsAfter);
  await forEachBatch((after) => copyHeads(db, after));
}

async function tallySubjects(db: Any, kind: string, subjectsAfter: SubjectsAfter): Promise<void> {
  await forEachBatch(async (after) => {
    const { rows } = await subjectsAfter(after).execute(db);
    const subjects = rows.map(({ subject }) => subject);
    await sql`select tally(array_agg(${kind}::text), array_agg(subject), array_agg(0::bigint))
      from unnest(${subjects}::text[]) as s (subject) having count(*) > 0`.execute(db);
    return subjects.at(-1);
  });
}

/** Repeats a step with the last key of the previous one, until there is none. */
async function forEachBatch(round: (after: string) => Promise<string | undefined>): Promise<void> {
  let after: string | undefined = '';
  while (after !== undefined) after = await round(after);
}

async function indexNames(db: Any, after: string): Promise<string | undefined> {
  // Locks the rows against a change of the name, which would leave entries of the old name.
  const { rows } = await sql<{ last: string | null }>`
    with batch as materialized (
      select p.sub, p.display_name, p.erased_at from people p where p.sub > ${after || LOWEST}::uuid
      order by p.sub limit ${ROWS} for share
    ), indexed as (
      insert into people_names (name, person)
      select words.name, b.sub from batch b cross join names_from_words(b.display_name) as words (name)
      where b.erased_at is null on conflict do nothing
    )
    select max(sub::text) as last from batch`.execute(db);
  return rows[0]?.last ?? undefined;
}

async function foldNames(db: Any): Promise<void> {
  await sql`delete from people_names`.execute(db);
  await forEachBatch((after) => indexNames(db, after));
}

async function copyHeads(db: Any, after: string): Promise<string | undefined> {
  const { rows } = await sql<{ message_group: string }>`
    select distinct message_group from group_members where message_group > ${after || LOWEST}::uuid
    order by 1 limit ${ROWS}`.execute(db);
  const groups = rows.map(({ message_group }) => message_group);
  // The trigger copies the head. Locked rows are skipped, because the transaction that holds the lock fires the trigger.
  await sql`update group_members g set head = 0 from (
      select message_group, person from group_members where message_group = any(${groups}::uuid[]) and head is null
      for no key update skip locked
    ) batch where g.message_group = batch.message_group and g.person = batch.person`.execute(db);
  return groups.at(-1);
}

async function completeTerms(db: Any): Promise<void> {
  await buildIndex(db, 'activities_terms', 'activities using gin (terms)');
  await forEachBatch(async (after) => {
    const { rows } = await sql<{ uuid: string; message: string; isMissing: boolean }>`
      select uuid, message, terms is null as "isMissing" from activities where uuid > ${after || LOWEST}::uuid
      order by uuid limit ${ROWS}`.execute(db);
    const missing = rows.filter(({ isMissing }) => isMissing);
    await sql`
      update activities a set terms = n.terms::tsvector
      from unnest(${missing.map(({ uuid }) => uuid)}::uuid[], ${missing.map(({ message }) => toTerms(message))}::text[]) as n (uuid, terms)
      where a.uuid = n.uuid`.execute(db);
    return rows.at(-1)?.uuid;
  });
}

async function placeHashtags(db: Any): Promise<void> {
  await buildIndex(db, 'hashtags_newest', 'hashtags (hashtag, pos desc)');
  await forEachBatch(async (after) => {
    const { rows } = await sql<{ last: string | null }>`
      with batch as materialized (
        select a.uuid, a.pos from activities a where a.uuid > ${after || LOWEST}::uuid order by a.uuid limit ${ROWS}
      ), placed as (
        update hashtags h set pos = b.pos from batch b where h.activity = b.uuid and h.pos is null
      )
      select max(uuid::text) as last from batch`.execute(db);
    return rows[0]?.last ?? undefined;
  });
}

/** For the daily limit of new conversations, and for whether a person has replied to another. */
async function buildRequestIndexes(db: Any): Promise<void> {
  await buildIndex(
    db,
    'conversations_started',
    'message_groups (started_by, created_at) where started_by is not null',
  );
  await buildIndex(db, 'notifications_of_reply', `notifications (actor, recipient) where reason = 'reply'`);
}

/** An interrupted build leaves an invalid index. */
async function buildIndex(db: Any, name: string, definition: string): Promise<void> {
  const { rows } = await sql<{ valid: boolean }>`
    select indisvalid as valid from pg_index where indexrelid = to_regclass(${name})`.execute(db);
  if (rows[0]?.valid) return;
  if (rows[0]) await sql`drop index ${sql.ref(name)}`.execute(db);
  await sql`create index concurrently ${sql.ref(name)} on ${sql.raw(definition)}`.execute(db);
}

async function findPendingSteps(db: Any): Promise<string[]> {
  const { rows } = await sql<{ step: string }>`select step from completed`.execute(db);
  const completed = new Set(rows.map(({ step }) => step));
  return Object.keys(STEPS).filter((step) => !completed.has(step));
}

async function tryLock(db: Any): Promise<boolean> {
  const { rows } = await sql<{ held: boolean }>`select pg_try_advisory_lock(${LOCK}) as held`.execute(db);
  return rows[0]?.held ?? false;
}
