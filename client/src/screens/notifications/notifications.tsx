import type { Notification } from '@cruddur/shared';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Navigate } from 'react-router-dom';
import { useCall } from '../../api/api-react.tsx';
import { notificationsQuery } from '../../api/queries.ts';
import { NotificationNote } from '../../components/crud-note.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { CrudList } from '../../feed/crud-list.tsx';
import { NothingYet } from '../../feed/nothing-yet.tsx';
import { QueryStates } from '../../feed/query-states.tsx';
import { useTitle } from '../../feed/use-title.ts';
import { useSession } from '../../identity/session-react.tsx';
import { paths } from '../../paths.ts';
import { isMark, joinNotifications, lineOf } from './join-notifications.ts';
import { useFresh } from './use-fresh.ts';
import { useReadOnSight } from './use-read-on-sight.ts';

/** What others did with the reader's cruds. */
export function Notifications() {
  const { status } = useSession();
  useTitle('Notifications');
  return status === 'person' ? <NotificationsFeed /> : <Navigate to={paths.signIn} replace />;
}

function NotificationsFeed() {
  const query = useInfiniteQuery(notificationsQuery(useCall()));
  const all = useMemo(() => query.data?.pages.flatMap((page) => page.items) ?? [], [query.data]);
  const fresh = useFresh(all);
  const items = useMemo(
    () => joinNotifications(all.map((item) => ({ ...item, unread: fresh.has(lineOf(item)) }))),
    [all, fresh],
  );
  useReadOnSight(query.data?.pages[0]);
  return (
    <>
      <PageHeader title="Notifications" />
      <QueryStates query={query} />
      {query.data && (
        <CrudList
          label="Notifications"
          items={items}
          paging={query}
          keyOf={lineOf}
          noteOf={noteOf}
          actorOf={actorOf}
          empty={<NothingYet line="Replies, mentions, likes and reposts come here." />}
        />
      )}
    </>
  );
}

/** One's own crud is known; what somebody wrote is not. */
function actorOf(notification: Notification) {
  return isMark(notification) ? notification.actor : undefined;
}

function noteOf({ reason, actor, others, unread }: Notification) {
  return <NotificationNote reason={reason} actor={actor} others={others} unread={unread} />;
}
