import * as z from 'zod/mini';
import { activity } from './activities.ts';
import { shortUser } from './people.ts';
import { count, notBlank, optionalText, time } from './primitives.ts';

export const notification = z.object({
  ...activity.shape,
  reason: z.enum(['reply', 'mention', 'like', 'repost']),
  actor: shortUser,
  /** When the actor did it. */
  notified_at: time,
  /** How many more people did the same within `NOTIFICATION_GROUPING_MS`, counted up to 1,000; absent when none did. */
  others: z.optional(count),
  unread: z.boolean(),
});
export type Notification = z.infer<typeof notification>;
export type NotificationReason = Notification['reason'];

/** Marks all notifications up to and including this cursor of the `me` stream as read. */
export const notificationsRead = z.object({ before: optionalText.check(notBlank('cursor_invalid')) });

/** The calls about notifications. */
export const notificationCalls = {
  notifications: {
    summary: 'List the viewer’s notifications, newest first',
    access: 'person',
    budget: 'read',
    paged: true,
    snapshot: true,
    output: z.array(notification),
    errors: [],
  },
  markNotificationsRead: {
    summary: 'Mark notifications up to a cursor as read',
    access: 'person',
    budget: 'write',
    body: notificationsRead,
    output: z.object({ unread: count }),
    errors: ['cursor_invalid'],
  },
} as const;
