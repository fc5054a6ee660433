import { sql, type Insertable, type Kysely, type Transaction } from 'kysely';
import { PUBLIC_STREAM, userStream } from '../domain/streams.ts';
import { toTerms } from '../repositories/search-terms.ts';
import type { ActivitiesTable, Database } from '../repositories/tables.ts';
import type { SeedPlan } from './plan.ts';

/** A few notifications stay unread, so that the badge is visible. */
const UNREAD_NOTIFICATIONS = 3;

interface Appended {
  stream: string;
  seq: number;
  kind: string;
  ref: string;
}

/**
 * Writes the sample in one transaction, events by `append()`.
 * @returns false when the store has people, also those of a concurrent seeding
 */
export async function writeSeed(db: Kysely<Database>, plan: SeedPlan, now: Date): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('seed', 0))`.execute(trx);
    if (await hasPeople(trx)) return false;
    await insertRows(trx, plan);
    const appended = await appendEvents(trx, plan, now);
    await insertHashtags(trx, plan, appended);
    await insertReposts(trx, plan, appended);
    await markNotificationsRead(trx, appended);
    return true;
  });
}

export async function hasPeople(db: Kysely<Database>): Promise<boolean> {
  const person = await db.selectFrom('people').select('sub').limit(1).executeTakeFirst();
  return person !== undefined;
}

async function insertRows(trx: Transaction<Database>, plan: SeedPlan): Promise<void> {
  await trx.insertInto('people').values(plan.people).execute();
  await trx.insertInto('avatar_uploads').values(plan.uploads).execute();
  await trx
    .insertInto('streams')
    .values(plan.people.map(({ sub }) => ({ id: userStream(sub) })))
    .execute();
  await trx.insertInto('activities').values(withCounts(plan)).execute();
  await trx.insertInto('likes').values(plan.likes).execute();
  await trx.insertInto('notifications').values(plan.notifications).execute();
  await trx.insertInto('message_groups').values(plan.groups).execute();
  await trx.insertInto('group_members').values(plan.members).execute();
  await trx.insertInto('messages').values(plan.messages).execute();
}

function withCounts({ activities, likes, reposts }: SeedPlan): Insertable<ActivitiesTable>[] {
  const count = (rows: readonly { activity: string }[], uuid: string) =>
    rows.filter(({ activity }) => activity === uuid).length;
  return activities.map((row) => ({
    ...row,
    terms: toTerms(row.message),
    likes_count: count(likes, row.uuid),
    reposts_count: count(reposts, row.uuid),
  }));
}

async function appendEvents(trx: Transaction<Database>, plan: SeedPlan, now: Date): Promise<Appended[]> {
  const entries = JSON.stringify(plan.events.map(({ stream, kind, ref }) => ({ stream, kind, ref })));
  const { rows } = await sql<Appended>`
    select stream, seq, kind, ref from append(${entries}::jsonb, ${now}::timestamptz)
  `.execute(trx);
  return rows;
}

/** The `pos` of a hashtag is that of its crud, which `append()` has assigned. */
async function insertHashtags(
  trx: Transaction<Database>,
  { hashtags }: SeedPlan,
  appended: readonly Appended[],
): Promise<void> {
  const positions = new Map(appended.map(({ ref, seq }) => [ref, seq]));
  const positionOf = (activity: string): number => {
    const pos = positions.get(activity);
    if (pos === undefined) throw new Error(`No event of the crud ${activity}`);
    return pos;
  };
  await trx
    .insertInto('hashtags')
    .values(hashtags.map((row) => ({ ...row, pos: positionOf(row.activity) })))
    .execute();
}

/** The `pos` of a repost is the position of the public stream at its time. */
async function insertReposts(
  trx: Transaction<Database>,
  { activities, reposts }: SeedPlan,
  appended: readonly Appended[],
): Promise<void> {
  const createdAt = new Map(activities.map(({ uuid, created_at }) => [uuid, created_at.getTime()]));
  const positions = appended
    .filter(({ stream }) => stream === PUBLIC_STREAM)
    .map(({ ref, seq }) => ({ seq, at: createdAt.get(ref) ?? 0 }));
  const headAt = (time: Date) => positions.filter(({ at }) => at <= time.getTime()).length;
  await trx
    .insertInto('reposts')
    .values(reposts.map((repost) => ({ ...repost, pos: positions[headAt(repost.created_at) - 1]?.seq ?? 0 })))
    .execute();
}

async function markNotificationsRead(
  trx: Transaction<Database>,
  appended: readonly Appended[],
): Promise<void> {
  const notified = appended.filter(({ kind }) => kind === 'notification.created');
  for (const stream of new Set(notified.map((event) => event.stream))) {
    const seqs = notified.filter((event) => event.stream === stream).map(({ seq }) => seq);
    await trx
      .updateTable('people')
      .set({ notifications_read_seq: seqs.at(-1 - UNREAD_NOTIFICATIONS) ?? 0 })
      .where(sql<string>`'user:' || sub::text`, '=', stream)
      .execute();
  }
}
