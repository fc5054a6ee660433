import { sql } from 'kysely';
import { NESTED_REPLIES_MAX } from '@cruddur/shared';
import { deleteActivities, deleteReplies } from './delete-activities.ts';
import type { Db } from './tables.ts';

/** So many replies go in the transaction that burns their crud; the purge deletes the rest within seconds. */
const REPLIES_PER_TRANSACTION = 500;
/** So many direct replies are looked at for replies of their own. */
const REPLIES_INSPECTED_MAX = 20_000;

export interface BurnResult {
  gone: string[];
  /** False when replies are left for the purge. */
  complete: boolean;
}

/**
 * Deletes cruds and, as far as that is quick, their replies, under `lockDeletions`. However many replies and marks there are,
 * the transaction stays short.
 */
export async function burnActivities(trx: Db, uuids: readonly string[]): Promise<BurnResult> {
  // The cruds go first: their deletion waits for those who reply just now, and nobody replies afterwards.
  const gone = await deleteActivities(trx, uuids);
  await recordNestedReplies(trx, gone);
  const replies = await deleteReplies(trx, { parents: gone, most: REPLIES_PER_TRANSACTION });
  return { gone, complete: replies < REPLIES_PER_TRANSACTION };
}

/**
 * Remembers which replies had replies of their own: the rows will be gone, and a client that shows only the innermost reply
 * could not tell that it belonged to the burned crud.
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
  // A crud that names itself stands for replies that are too many to name.
  const named = isTooMany ? roots.map((root) => ({ root, uuid: root })) : rows;
  await sql`
    insert into burned_threads (root, reply, at)
    select n.root, n.reply, now() from unnest(${named.map(({ root }) => root)}::uuid[],
      ${named.map(({ uuid }) => uuid)}::uuid[]) as n (root, reply)
    on conflict do nothing`.execute(trx);
}
