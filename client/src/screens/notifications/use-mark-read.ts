import { formatCursor } from '@cruddur/shared';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { markNotificationsRead } from '../../api/activities.ts';
import { useCall } from '../../api/api-react.tsx';
import type { NotificationsPage } from '../../api/pages.ts';
import { onNotificationsRead } from '../../cache/mutation-updates.ts';

/** Marks notifications as read up to the cursor of the first page, while the document is visible. */
export function useMarkRead(first: NotificationsPage | undefined): void {
  const call = useCall();
  const client = useQueryClient();
  const isVisible = useIsPageVisible();
  const snapshot = first?.asOf?.me;
  const before = snapshot ? formatCursor(snapshot) : null;
  const unread = first?.items.some((item) => item.unread) ?? false;
  useEffect(() => {
    if (!before || !unread || !isVisible) return;
    void markNotificationsRead(call, before).then(
      (stillUnread) => onNotificationsRead(client, stillUnread),
      // The badge stays; the next visit tries again.
      () => undefined,
    );
  }, [before, unread, isVisible, call, client]);
}

function useIsPageVisible(): boolean {
  const [isVisible, setIsVisible] = useState(() => document.visibilityState === 'visible');
  useEffect(() => {
    const updateVisibility = () => setIsVisible(document.visibilityState === 'visible');
    document.addEventListener('visibilitychange', updateVisibility);
    return () => document.removeEventListener('visibilitychange', updateVisibility);
  }, []);
  return isVisible;
}
