import type { Notification, NotificationReason } from '@cruddur/shared';
import type { PageOf } from '../activities/ports.ts';
import type { View } from '../paging.ts';

export interface NotificationReads {
  /** A person's notifications about unexpired cruds, newest first. */
  readPage(sub: string, view: View): Promise<PageOf<Notification[]>>;
  countUnread(sub: string, now: Date): Promise<number>;
}

export interface NewNotificationRow {
  uuid: string;
  recipient: string;
  activity: string;
  reason: NotificationReason;
  actor: string;
  created_at: Date;
}

export interface NotificationWrites {
  /** @returns false when the notification exists already */
  insert(notification: NewNotificationRow): Promise<boolean>;
  /** The same, unless the recipient has a notification with this crud and reason since the given time. */
  insertUnlessNotified(notification: NewNotificationRow, since: Date): Promise<boolean>;
  /** Marks everything up to a seq of the person's stream as read. @returns false when it was read already */
  markRead(sub: string, seq: number): Promise<boolean>;
}
