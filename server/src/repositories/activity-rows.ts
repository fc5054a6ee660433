import { sql, type RawBuilder } from 'kysely';
import type { Activity, PublicActivity, ShortUser } from '@cruddur/shared';

/** A crud or reply with its author and counts, as every query selects it. */
export interface ActivityRow extends ShortUser {
  uuid: string;
  pos: number;
  message: string;
  created_at: Date;
  expires_at: Date | null;
  replies_count: number;
  reposts_count: number;
  likes_count: number;
  reply_to_activity_uuid: string | null;
  liked: boolean;
  reposted: boolean;
}

export interface ProfileActivityRow extends ActivityRow {
  reposter: ShortUser | null;
}

/**
 * The columns that every activity query selects from `activities a join people p`, without `pos`.
 * @param viewer a sub, or the column that contains it
 */
export function activityColumns(viewer: string | RawBuilder<string> | null): RawBuilder<ActivityRow> {
  return sql`a.uuid, p.handle, p.display_name, p.sub as cognito_user_uuid, p.avatar_version, a.message, a.created_at, a.expires_at,
    ${REPLIES_COUNT} as replies_count,
    a.reposts_count, a.likes_count, a.reply_to as reply_to_activity_uuid,
    ${isMarked('likes', viewer)} as liked,
    ${isMarked('reposts', viewer)} as reposted`;
}

/** One lookup per row: with `exists` the planner may read all marks of all people into a hash first. */
export function isMarked(
  marks: 'likes' | 'reposts',
  viewer: string | RawBuilder<string> | null,
): RawBuilder<boolean> {
  return sql`coalesce((select true from ${sql.table(marks)} m
    where m.activity = a.uuid and m.person = ${viewer}::uuid limit 1), false)`;
}

/**
 * The replies of a row of `activities a`, expired ones included, because a reply expires with its parent. Pending changes are
 * rare, so one look at whether there are any saves one per row.
 */
export const REPLIES_COUNT: RawBuilder<number> = sql`(
    a.replies_count + case when (select true from tally_changes where kind = 'replies' limit 1)
      then (select coalesce(sum(c.change), 0)::int from tally_changes c
        where c.kind = 'replies' and c.subject = a.uuid::text collate "C")
      else 0 end)`;

/**
 * True for rows of `activities a` that have not expired at a time. As a number, because the planner then assumes nearly all rows,
 * with and without knowing the time: otherwise it would make a new plan for each execution of a prepared statement.
 */
export function isUnexpiredAt(now: Date): RawBuilder<boolean> {
  return sql`(coalesce(a.expires_at, 'infinity') > ${now}::timestamptz)::int <> 0`;
}

/**
 * True for rows of `activities a` that no suspension of their author hides, in queries without the author. As a number, because the
 * planner then assumes nearly all rows.
 */
export const IS_SHOWN: RawBuilder<boolean> = sql`(select p.suspended from people p where p.sub = a.author)::int <> 1`;

export function toPublicActivity(row: ActivityRow): PublicActivity {
  return {
    uuid: row.uuid,
    handle: row.handle,
    display_name: row.display_name,
    cognito_user_uuid: row.cognito_user_uuid,
    avatar_version: row.avatar_version,
    message: row.message,
    created_at: row.created_at.toISOString(),
    expires_at: row.expires_at?.toISOString() ?? null,
    replies_count: row.replies_count,
    reposts_count: row.reposts_count,
    likes_count: row.likes_count,
    reply_to_activity_uuid: row.reply_to_activity_uuid,
  };
}

export function toActivity(row: ActivityRow): Activity {
  return { ...toPublicActivity(row), liked: row.liked, reposted: row.reposted };
}
