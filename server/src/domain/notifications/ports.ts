import type { Notification, NotificationReason } from '@cruddur/shared';
import type { PageOf } from '../activities/ports.ts';
import type { View } from '../paging.ts';

export interface NotificationReads {
  /** What others did with a person's, newest first, unexpired. */
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
  /** @returns false when the recipient was told of this very thing before */
  insert(notification: NewNotificationRow): Promise<boolean>;
  /** The same, unless the recipient was told since then that somebody did this to this crud. */
  insertUnlessNotified(notification: NewNotificationRow, since: Date): Promise<boolean>;
  /** Everything up to a seq of the person's stream is read. @returns false when it was already */
  markRead(sub: string, seq: number): Promise<boolean>;
}
