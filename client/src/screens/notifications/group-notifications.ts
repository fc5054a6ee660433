import type { Notification } from '@cruddur/shared';

/** Whether it tells only of a mark: of those, one line tells for all who set it. */
export function isLikeOrRepost({ reason }: Pick<Notification, 'reason'>): boolean {
  return reason === 'like' || reason === 'repost';
}

/** What a line is about; the same for all that is told in one line. */
export function notificationKey(notification: Notification): string {
  const { uuid, reason, actor } = notification;
  return isLikeOrRepost(notification) ? `${uuid} ${reason}` : `${uuid} ${reason} ${actor.handle}`;
}

/** Joins the likes of one crud into one line at the place of the newest, and its reposts as well. @param items newest first */
export function groupNotifications(items: readonly Notification[]): Notification[] {
  const lines = new Map<string, Notification>();
  for (const item of items) {
    const newest = lines.get(notificationKey(item));
    lines.set(notificationKey(item), newest ? mergeNotifications(newest, item) : item);
  }
  return [...lines.values()];
}

function mergeNotifications(newest: Notification, older: Notification): Notification {
  const others = (newest.others ?? 0) + 1 + (older.others ?? 0);
  return { ...newest, others, unread: newest.unread || older.unread };
}
