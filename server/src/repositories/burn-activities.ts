import { sql } from 'kysely';
import { mentionsOf, NESTED_REPLIES_MAX } from '@cruddur/shared';
import { deleteActivities, deleteReplies, type DeletedActivity } from './delete-activities.ts';
import { UNREAD_COUNTED_MAX } from './notifications.ts';
import type { Db } from './tables.ts';

/** Replies that are deleted in the transaction of the burn; the purge deletes the rest within seconds. */
const REPLIES_PER_TRANSACTION = 500;
/** Direct replies that are checked for nested replies. */
const REPLIES_INSPECTED_MAX = 20_000;

export interface BurnResult {
  deleted: string[];
  /** False when replies are left for the purge. */
  complete: boolean;
  /** The people who have fewer unread notifications now. */
  recounted: string[];
}

/**
 * Deletes cruds and some of their replies, under `lockDeletions`. The transaction stays short, whatever the number of replies and
 * marks.
 */
export async function burnActivities(trx: Db, uuids: readonly string[]): Promise<BurnResult> {
  // Cruds first: their deletion waits for concurrent replies, and later replies are refused.
  const roots = await deleteActivities(trx, uuids);
  const deleted = roots.map(({ uuid }) => uuid);
  await recordNestedReplies(trx, deleted);
  const replies = await deleteReplies(trx, { parents: deleted, most: REPLIES_PER_TRANSACTION });
  const recounted = await findRecounted(trx, [...roots, ...replies]);
  return { deleted, complete: replies.length < REPLIES_PER_TRANSACTION, recounted };
}

/** The people with an unread notification of what was deleted. The purge deletes the notifications later. */
async function findRecounted(trx: Db, deleted: readonly DeletedActivity[]): Promise<string[]> {
  const uuids = new Set(deleted.map(({ uuid }) => uuid));
  const authors = new Set(deleted.map(({ author }) => author));
  // The authors of deleted parents are among those.
  const parents = new Set(
    deleted.flatMap(({ reply_to }) => (reply_to === null || uuids.has(reply_to) ? [] : reply_to)),
  );
  const handles = new Set(deleted.flatMap(({ message }) => mentionsOf(message)));
  const { rows } = await sql<{ sub: string }>`
    select p.sub from (
      select unnest(${[...authors]}::uuid[]) as sub
      union select author from activities where uuid = any(${[...parents]}::uuid[])
      union select sub from people where handle = any(${[...handles]}::text[])
    ) told join people p on p.sub = told.sub
    where exists (
        select from (
          select n.activity from notifications n where n.recipient = p.sub and n.seq > p.notifications_read_seq
          order by n.seq desc limit ${sql.lit(UNREAD_COUNTED_MAX)}
        ) unread where unread.activity = any(${[...uuids]}::uuid[])
      )`.execute(trx);
  return rows.map(({ sub }) => sub);
}

/**
 * Records which replies had nested replies, before their rows are deleted: a client that shows only a nested reply needs them to
 * recognise that it belonged to the burned crud.
 */
async function recordNestedReplies(trx: Db, roots: readonly string[]): Promise<void> {
  const { rows } = await sql<{ root: string; uuid: string | null }>`
    with recursive direct (root, uuid) as (
      select reply_to, uuid from activities where reply_to = any(${[...roots]}::uuid[]) limit ${REPLIES_INSPECTED_MAX + 1}
    ), nested (root, uuid) as (
      select root, uuid from direct where exists (select from activities r where r.reply_to = direct.uuid)
      union all
      select n.root, a.uuid from activities a join nested n on a.reply_to = n.uuid
        where exists (select from activities r where r.reply_to = a.uuid)
    )
    (select root, uuid from nested limit ${NESTED_REPLIES_MAX + 1})
    union all
    (select root, null from direct offset ${REPLIES_INSPECTED_MAX} limit 1)`.execute(trx);
  if (rows.length === 0) return;
  const isTooMany = rows.length > NESTED_REPLIES_MAX || rows.some(({ uuid }) => uuid === null);
  // A row whose reply is its root means that there are too many replies to name.
  const named = isTooMany ? roots.map((root) => ({ root, uuid: root })) : rows;
  await sql`
    insert into burned_threads (root, reply, at)
    select n.root, n.reply, now() from unnest(${named.map(({ root }) => root)}::uuid[],
      ${named.map(({ uuid }) => uuid)}::uuid[]) as n (root, reply)
    on conflict do nothing`.execute(trx);
}
