import { formatCursor } from '@cruddur/shared';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { markNotificationsRead } from '../../api/activities.ts';
import { useCall } from '../../api/api-react.tsx';
import { changeLists } from '../../api/change-lists.ts';
import type { NotificationsPage, OwnPage } from '../../api/pages.ts';
import { keys } from '../../api/query-keys.ts';

/** What is on a page that somebody looks at counts as read, up to the place at which the page stands. */
export function useReadOnSight(first: NotificationsPage | undefined): void {
  const call = useCall();
  const client = useQueryClient();
  const looking = useLooking();
  const place = first?.asOf?.me;
  const before = place ? formatCursor(place) : null;
  const unread = first?.items.some((item) => item.unread) ?? false;
  useEffect(() => {
    if (!before || !unread || !looking) return;
    void markNotificationsRead(call, before).then(
      (left) =>
        changeLists<OwnPage>(client, { queryKey: keys.me, exact: true }, (own) => {
          const { head } = own;
          return { ...own, head: { ...head, unread: { ...head.unread, notifications: left } } };
        }),
      // The badge stays, and the next look tries again.
      () => undefined,
    );
  }, [before, unread, looking, call, client]);
}

function useLooking(): boolean {
  const [looking, setLooking] = useState(() => document.visibilityState === 'visible');
  useEffect(() => {
    const look = () => setLooking(document.visibilityState === 'visible');
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, []);
  return looking;
}
