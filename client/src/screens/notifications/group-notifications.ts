import type { Notification } from '@cruddur/shared';

/** Likes and reposts of one crud share a row; every other notification has its own. */
export function isLikeOrRepost({ reason }: Pick<Notification, 'reason'>): boolean {
  return reason === 'like' || reason === 'repost';
}

/** Equal for all notifications of one row. */
export function notificationKey(notification: Notification): string {
  const { uuid, reason, actor } = notification;
  return isLikeOrRepost(notification) ? `${uuid} ${reason}` : `${uuid} ${reason} ${actor.handle}`;
}

/** Merges the likes of one crud into one row at the position of the newest, and its reposts likewise. @param items newest first */
export function groupNotifications(items: readonly Notification[]): Notification[] {
  const rows = new Map<string, Notification>();
  for (const item of items) {
    const newest = rows.get(notificationKey(item));
    rows.set(notificationKey(item), newest ? mergeNotifications(newest, item) : item);
  }
  return [...rows.values()];
}

function mergeNotifications(newest: Notification, older: Notification): Notification {
  const others = (newest.others ?? 0) + 1 + (older.others ?? 0);
  return { ...newest, others, unread: newest.unread || older.unread };
}
