import { userStream, type LogEntry } from '../streams.ts';

/** Tells a person's tabs how many notifications are unread now. */
export const unreadEntry = (sub: string): LogEntry => ({
  stream: userStream(sub),
  kind: 'notifications.read',
  ref: sub,
});
