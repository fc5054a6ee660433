import type { Notification } from '@cruddur/shared';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { Navigate } from 'react-router-dom';
import { useCall } from '../../api/api-react.tsx';
import { notificationsQuery } from '../../cache/queries.ts';
import { NotificationNote } from '../../crud/crud-note.tsx';
import { PageHeader } from '../../frame/page-header.tsx';
import { CrudList } from '../../feed/crud-list.tsx';
import { EmptyFeed } from '../../feed/empty-feed.tsx';
import { QueryStatus } from '../../feed/query-status.tsx';
import { useTitle } from '../../app/use-title.ts';
import { useSession } from '../../auth/session/session-react.tsx';
import { paths } from '../../paths.ts';
import { isLikeOrRepost, groupNotifications, notificationKey } from './group-notifications.ts';
import { useMarkRead } from './use-mark-read.ts';

/** What others did with the reader's cruds. */
export function Notifications() {
  const { status } = useSession();
  useTitle('Notifications');
  return status === 'person' ? <NotificationsFeed /> : <Navigate to={paths.signIn} replace />;
}

function NotificationsFeed() {
  const query = useInfiniteQuery(notificationsQuery(useCall()));
  const all = useMemo(() => query.data?.pages.flatMap((page) => page.items) ?? [], [query.data]);
  const fresh = useNewNotifications(all);
  const items = useMemo(
    () => groupNotifications(all.map((item) => ({ ...item, unread: fresh.has(notificationKey(item)) }))),
    [all, fresh],
  );
  useMarkRead(query.data?.pages[0]);
  return (
    <>
      <PageHeader title="Notifications" />
      <QueryStatus query={query} />
      {query.data && (
        <CrudList
          label="Notifications"
          items={items}
          paging={query}
          keyOf={notificationKey}
          noteOf={noteOf}
          actorOf={actorOf}
          empty={<EmptyFeed line="Replies, mentions, likes and reposts come here." />}
        />
      )}
    </>
  );
}

/** One's own crud is known; what somebody wrote is not. */
function actorOf(notification: Notification) {
  return isLikeOrRepost(notification) ? notification.actor : undefined;
}

function noteOf({ reason, actor, others, unread }: Notification) {
  return <NotificationNote reason={reason} actor={actor} others={others} unread={unread} />;
}

/** Names of the lines that were unread when they came into sight: reading them does not take the mark off before one leaves. */
export function useNewNotifications(items: readonly Notification[]): ReadonlySet<string> {
  const [fresh, setFresh] = useState<ReadonlySet<string>>(new Set());
  const more = items.filter((item) => item.unread && !fresh.has(notificationKey(item))).map(notificationKey);
  if (more.length > 0) setFresh(new Set([...fresh, ...more]));
  return fresh;
}
