import type { Notification } from '@cruddur/shared';

/** Whether it tells only of a mark: of those, one line tells for all who set it. */
export function isMark({ reason }: Pick<Notification, 'reason'>): boolean {
  return reason === 'like' || reason === 'repost';
}

/** What a line is about; the same for all that is told in one line. */
export function lineOf(notification: Notification): string {
  const { uuid, reason, actor } = notification;
  return isMark(notification) ? `${uuid} ${reason}` : `${uuid} ${reason} ${actor.handle}`;
}

/** Joins the likes of one crud into one line at the place of the newest, and its reposts as well. @param items newest first */
export function joinNotifications(items: readonly Notification[]): Notification[] {
  const lines = new Map<string, Notification>();
  for (const item of items) {
    const newest = lines.get(lineOf(item));
    lines.set(lineOf(item), newest ? joined(newest, item) : item);
  }
  return [...lines.values()];
}

function joined(newest: Notification, older: Notification): Notification {
  const others = (newest.others ?? 0) + 1 + (older.others ?? 0);
  return { ...newest, others, unread: newest.unread || older.unread };
}
