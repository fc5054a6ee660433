import type { Notification } from '@cruddur/shared';
import type { PageOf } from '../activities/ports.ts';
import type { View } from '../paging.ts';

export interface NotificationReads {
  /** A person's notifications about unexpired cruds, newest first. */
  readPage(sub: string, view: View): Promise<PageOf<Notification[]>>;
  /** The number of unread notifications, and when the first crud of them expires. */
  countUnread(sub: string, now: Date): Promise<{ unread: number; until: Date | null }>;
}

export interface NotificationWrites {
  /** Marks everything up to a seq of the person's stream as read. @returns false when it was read already */
  markRead(sub: string, seq: number): Promise<boolean>;
}
