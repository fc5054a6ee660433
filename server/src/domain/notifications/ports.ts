import type { Notification } from '@cruddur/shared';
import type { PageOf } from '../activities/ports.ts';
import type { View } from '../paging.ts';

export interface NotificationReads {
  /** A person's notifications about unexpired cruds, newest first. */
  readPage(sub: string, view: View): Promise<PageOf<Notification[]>>;
  countUnread(sub: string, now: Date): Promise<number>;
}

export interface NotificationWrites {
  /** Marks everything up to a seq of the person's stream as read. @returns false when it was read already */
  markRead(sub: string, seq: number): Promise<boolean>;
}
