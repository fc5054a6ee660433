import { sql, type RawBuilder } from 'kysely';
import { NOTIFIED_TOGETHER_MS, type Notification, type Reason } from '@cruddur/shared';
import type {
  NewNotificationRow,
  NotificationReads,
  NotificationWrites,
} from '../domain/notifications/ports.ts';
import { activityColumns, alive, toActivity, type ActivityRow } from './activity-rows.ts';
import { beforePlace, readPage } from './snapshot.ts';
import type { Db } from './tables.ts';
import { mustBeOwn, type Transaction } from './transaction.ts';

interface NotificationRow extends ActivityRow {
  notification: string;
  reason: Reason;
  unread: boolean;
  actor_handle: string;
  actor_name: string;
  actor_sub: string;
  actor_version: number;
  others: number;
}

/** A gateway whose clock is a little behind may mark after one that is ahead. */
const CLOCKS_MS = 1000;

/** Who did the same soon after, and is not told of apart: see `isToldSince`. */
function othersIn(marks: 'likes' | 'reposts'): RawBuilder<number> {
  return sql<number>`(select count(*) from ${sql.table(marks)} k
    where k.activity = n.activity and k.person not in (n.actor, n.recipient)
      and k.created_at between n.created_at - ${CLOCKS_MS} * interval '1 ms'
        and n.created_at + ${NOTIFIED_TOGETHER_MS} * interval '1 ms'
      and not exists (select from notifications own where own.recipient = n.recipient
        and own.activity = n.activity and own.reason = n.reason and own.actor = k.person))`;
}

/** The columns and joins of a notification as its recipient sees it: `n`, its crud `a`, author `p`, actor `o`. */
export function notificationQuery(condition: RawBuilder<unknown>): RawBuilder<NotificationRow> {
  return sql`
    select ${activityColumns(sql`n.recipient`)}, n.uuid as notification, n.seq as place, n.reason,
      n.seq > me.notifications_read_seq as unread,
      o.handle as actor_handle, o.display_name as actor_name, o.sub as actor_sub,
      o.avatar_version as actor_version,
      case n.reason when 'like' then ${othersIn('likes')} when 'repost' then ${othersIn('reposts')} else 0 end as others
    from notifications n
    join people me on me.sub = n.recipient
    join activities a on a.uuid = n.activity
    join people p on p.sub = a.author
    join people o on o.sub = n.actor and o.erased_at is null
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
    unread: row.unread,
    ...(row.others > 0 && { others: row.others }),
  };
}

export function createNotificationReads(db: Db): NotificationReads {
  return {
    async page(sub, view) {
      const page = await readPage(
        db,
        view,
        sql<NotificationRow>`${notificationQuery(sql`n.recipient = ${sub}`)}
          and ${alive(view.now)} and ${beforePlace(view.before, sql`n.seq`, sql`n.activity`)}
          order by n.seq desc limit ${view.limit + 1}`,
      );
      return { data: page.rows.map(toNotification), cursors: page.cursors, next: page.next };
    },

    async unread(sub, now) {
      const { rows } = await sql<{ unread: number }>`
        select count(*) as unread from notifications n
        join people me on me.sub = n.recipient
        join activities a on a.uuid = n.activity
        where n.recipient = ${sub} and n.seq > me.notifications_read_seq and ${alive(now)}`.execute(db);
      return rows[0]?.unread ?? 0;
    },
  };
}

export function createNotificationWrites(tx: Transaction): NotificationWrites {
  const { trx, gather } = tx;
  return {
    insert: gather((rows: readonly NewNotificationRow[]) => insertAll(trx, rows)),

    async isToldSince({ recipient, activity, reason }, since) {
      mustBeOwn(tx);
      const told = await trx
        .selectFrom('notifications')
        .select('uuid')
        .where('recipient', '=', recipient)
        .where('activity', '=', activity)
        .where('reason', '=', reason)
        .where('created_at', '>', since)
        .executeTakeFirst();
      return told !== undefined;
    },

    async markRead(sub, seq) {
      mustBeOwn(tx);
      const moved = await trx
        .updateTable('people')
        .set({ notifications_read_seq: seq })
        .where('sub', '=', sub)
        .where('notifications_read_seq', '<', seq)
        .executeTakeFirst();
      return moved.numUpdatedRows === 1n;
    },
  };
}

/** @returns for each row whether it is new */
async function insertAll(trx: Db, rows: readonly NewNotificationRow[]): Promise<boolean[]> {
  const made = await trx
    .insertInto('notifications')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .returning('uuid')
    .execute();
  const fresh = new Set(made.map(({ uuid }) => uuid));
  return rows.map(({ uuid }) => fresh.has(uuid));
}
