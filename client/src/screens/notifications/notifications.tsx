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
import { useReadOnSight } from './use-read-on-sight.ts';

/** What others did with the reader's cruds. */
export function Notifications() {
  const { status } = useSession();
  useTitle('Notifications');
  return status === 'person' ? <NotificationsFeed /> : <Navigate to={paths.signIn} replace />;
}

function NotificationsFeed() {
  const query = useInfiniteQuery(notificationsQuery(useCall()));
  const items = useMemo(() => query.data?.pages.flatMap((page) => page.items) ?? [], [query.data]);
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
          keyOf={keyOf}
          noteOf={noteOf}
          empty={<NothingYet line="Replies, mentions, likes and reposts come here." />}
        />
      )}
    </>
  );
}

/** One crud may be liked by many, who are lines of their own unless they came together. */
function keyOf({ uuid, reason, actor }: Notification): string {
  return `${uuid} ${reason} ${actor.handle}`;
}

function noteOf({ reason, actor, others, unread }: Notification) {
  return <NotificationNote reason={reason} actor={actor} others={others} unread={unread} />;
}
