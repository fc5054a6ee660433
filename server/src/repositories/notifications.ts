import { sql, type RawBuilder } from 'kysely';
import { NOTIFICATION_GROUPING_MS, type Notification, type NotificationReason } from '@cruddur/shared';
import type { NotificationReads, NotificationWrites } from '../domain/notifications/ports.ts';
import { activityColumns, isUnexpiredAt, toActivity, type ActivityRow } from './activity-rows.ts';
import { isVisibleTo } from './hidden-people.ts';
import { isNotMutedBy } from './mutes.ts';
import { keysetBefore, readPage, rowsOfPage } from './snapshot.ts';
import type { Db } from './tables.ts';

interface NotificationRow extends ActivityRow {
  notification: string;
  reason: NotificationReason;
  notified_at: Date;
  unread: boolean;
  actor_handle: string;
  actor_name: string;
  actor_sub: string;
  actor_version: number;
  others: number;
}

export const UNREAD_COUNTED_MAX = 1000;
/** Of the people who are grouped into one notification; in ten seconds a crud may get more likes than a page can count. */
const OTHERS_COUNTED_MAX = 1000;
/** The tolerated difference between the clocks of two gateways. */
const CLOCK_SKEW_MS = 1000;

/**
 * The number of people whose mark is grouped into a notification: they did the same soon after and have no notification. The last
 * condition is one lookup per person: as `not exists` it may be planned as a read of all notifications of the crud.
 */
function countOtherActors(marks: 'likes' | 'reposts'): RawBuilder<number> {
  return sql<number>`(select count(*) from (select from ${sql.table(marks)} k
    where k.activity = n.activity and k.person not in (n.actor, n.recipient)
      and k.created_at between n.created_at - ${CLOCK_SKEW_MS} * interval '1 ms'
        and n.created_at + ${NOTIFICATION_GROUPING_MS} * interval '1 ms'
      and (select true from notifications own where own.recipient = n.recipient
        and own.activity = n.activity and own.reason = n.reason and own.actor = k.person limit 1) is null
    limit ${sql.lit(OTHERS_COUNTED_MAX)}) counted)`;
}

/**
 * The unread notifications of the person `me` that their list shows, without those by muted people, at most 1,000, so that counting stays
 * cheap. Muted words and hashtags are left to the client.
 */
const unreadNotifications = (now: Date): RawBuilder<unknown> => sql`(
  select a.expires_at from notifications n
  join activities a on a.uuid = n.activity
  join people p on p.sub = a.author and not p.suspended
  join people o on o.sub = n.actor and o.erased_at is null and not o.suspended
  where n.recipient = me.sub and n.seq > me.notifications_read_seq and ${isUnexpiredAt(now)}
    and ${isVisibleTo(sql`me.sub`, sql`n.actor`)} and ${isNotMutedBy(sql`me.sub`, sql`n.actor`, now)} limit ${UNREAD_COUNTED_MAX}
)`;

/** The number of unread notifications of the person `me`. */
export const unreadCount = (now: Date): RawBuilder<number> =>
  sql<number>`(select count(*) from ${unreadNotifications(now)} counted)`;

/** The columns and joins of a notification as its recipient sees it: `n`, its crud `a`, author `p`, actor `o`. */
export function notificationQuery(condition: RawBuilder<unknown>): RawBuilder<NotificationRow> {
  return sql`
    select ${activityColumns(sql`n.recipient`)}, n.uuid as notification, n.seq as pos, n.reason, n.created_at as notified_at,
      n.seq > me.notifications_read_seq as unread,
      o.handle as actor_handle, o.display_name as actor_name, o.sub as actor_sub,
      o.avatar_version as actor_version,
      case n.reason when 'like' then ${countOtherActors('likes')} when 'repost' then ${countOtherActors('reposts')} else 0 end as others
    from notifications n
    join people me on me.sub = n.recipient
    join activities a on a.uuid = n.activity
    join people p on p.sub = a.author and not p.suspended
    join people o on o.sub = n.actor and o.erased_at is null and not o.suspended
      and ${isVisibleTo(sql`me.sub`, sql`n.actor`)}
    where ${condition}`;
}

export function toNotification(row: NotificationRow): Notification {
  return {
    ...toActivity(row),
    reason: row.reason,
    actor: {
      handle: row.actor_handle,
      display_name: row.actor_name,
      cognito_user_uuid: row.actor_sub,
      avatar_version: row.actor_version,
    },
    notified_at: row.notified_at.toISOString(),
    unread: row.unread,
    ...(row.others > 0 && { others: row.others }),
  };
}

export function createNotificationReads(db: Db): NotificationReads {
  return {
    async readPage(sub, view) {
      const page = await readPage(
        db,
        view,
        sql<NotificationRow>`${notificationQuery(sql`n.recipient = ${sub}`)}
          and ${isUnexpiredAt(view.now)} and ${keysetBefore(view.before, sql`n.seq`, sql`n.activity`)}
          order by n.seq desc limit ${rowsOfPage(view.limit)}`,
      );
      return { data: page.rows.map(toNotification), cursors: page.cursors, next: page.next };
    },

    async countUnread(sub, now) {
      const { rows } = await sql<{ unread: number; until: Date | null }>`
        select count(*) as unread, min(counted.expires_at) as until
        from people me, lateral ${unreadNotifications(now)} counted where me.sub = ${sub}`.execute(db);
      return rows[0] ?? { unread: 0, until: null };
    },
  };
}

export function createNotificationWrites(trx: Db): NotificationWrites {
  return {
    async markRead(sub, seq) {
      const { numUpdatedRows } = await trx
        .updateTable('people')
        .set({ notifications_read_seq: seq })
        .where('sub', '=', sub)
        .where('notifications_read_seq', '<', seq)
        .executeTakeFirst();
      return numUpdatedRows === 1n;
    },
  };
}
