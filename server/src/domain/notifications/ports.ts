import type { Notification, Reason } from '@cruddur/shared';
import type { PageOf } from '../activities/ports.ts';
import type { View } from '../paging.ts';

export interface NotificationReads {
  /** What others did with a person's, newest first, unexpired. */
  page(sub: string, view: View): Promise<PageOf<Notification[]>>;
  unread(sub: string, now: Date): Promise<number>;
}

export interface NewNotificationRow {
  uuid: string;
  recipient: string;
  activity: string;
  reason: Reason;
  actor: string;
  created_at: Date;
}

export interface NotificationWrites {
  /** @returns false when the recipient was told of this very thing before */
  insert(notification: NewNotificationRow): Promise<boolean>;
  /** True when the recipient was told since then that somebody did this to this crud. */
  isToldSince(
    what: Pick<NewNotificationRow, 'recipient' | 'activity' | 'reason'>,
    since: Date,
  ): Promise<boolean>;
  /** Everything up to a seq of the person's stream is read. @returns false when it was already */
  markRead(sub: string, seq: number): Promise<boolean>;
}
