import type { Notification } from '@cruddur/shared';
import { useState } from 'react';
import { notificationKey } from './group-notifications.ts';

/** Names of the lines that were unread when they came into sight: reading them does not take the mark off before one leaves. */
export function useNewNotifications(items: readonly Notification[]): ReadonlySet<string> {
  const [fresh, setFresh] = useState<ReadonlySet<string>>(new Set());
  const more = items.filter((item) => item.unread && !fresh.has(notificationKey(item))).map(notificationKey);
  if (more.length > 0) setFresh(new Set([...fresh, ...more]));
  return fresh;
}
