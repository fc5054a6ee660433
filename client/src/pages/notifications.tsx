import type { Notification } from '@cruddur/shared';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { Navigate } from 'react-router-dom';
import { useCall } from '../../api/api-react.tsx';
import { notificationsQuery } from '../../cache/queries.ts';
import { queryKeys } from '../../cache/query-keys.ts';
import { useMutes, useUnmuted } from '../../compose/use-mutes.ts';
import { NotificationNote } from '../../crud/crud-note.tsx';
import { PageHeader } from '../../frame/page-header.tsx';
import { CrudList } from '../../feed/crud-list.tsx';
import { EmptyFeed } from '../../feed/empty-feed.tsx';
import { useScrolledDown } from '../../feed/scrolled-down.ts';
import { useCatchUp } from '../../feed/use-catch-up.ts';
import { QueryStatus } from '../../feed/query-status.tsx';
import { useTitle } from '../../app/use-title.ts';
import { useSession } from '../../auth/session/session-react.tsx';
import { paths } from '../../paths.ts';
import { isLikeOrRepost, groupNotifications, notificationKey } from './group-notifications.ts';
import { useMarkRead } from './use-mark-read.ts';

export function Notifications() {
  const { status } = useSession();
  useTitle('Notifications');
  return status === 'person' ? <NotificationsFeed /> : <Navigate to={paths.signIn} replace />;
}

function NotificationsFeed() {
  const query = useInfiniteQuery(notificationsQuery(useCall()));
  useCatchUp(query, queryKeys.notifications, !useScrolledDown());
  const all = useMemo(() => query.data?.pages.flatMap((page) => page.items) ?? [], [query.data]);
  const { unmuted, areKnown } = useUnmutedNotifications(all);
  const newKeys = useNewNotifications(unmuted);
  const items = useMemo(
    () =>
      groupNotifications(unmuted.map((item) => ({ ...item, unread: newKeys.has(notificationKey(item)) }))),
    [unmuted, newKeys],
  );
  useMarkRead(query.data?.pages[0]);
  return (
    <>
      <PageHeader title="Notifications" />
      <QueryStatus query={query} isReady={areKnown} description="We couldn’t load your notifications." />
      {areKnown && query.data && (
        <CrudList
          label="Notifications"
          items={items}
          paging={query}
          keyOf={notificationKey}
          noteOf={noteOf}
          actorOf={actorOf}
          empty={<EmptyFeed description="Replies, mentions, likes and reposts appear here." />}
        />
      )}
    </>
  );
}

/** A liked or reposted crud is the viewer's own, so the row shows the actor; a reply or mention shows its author. */
function actorOf(notification: Notification) {
  return isLikeOrRepost(notification) ? notification.actor : undefined;
}

function noteOf(notification: Notification) {
  const { reason, actor, others, unread, notified_at } = notification;
  const at = isLikeOrRepost(notification) ? notified_at : undefined;
  return <NotificationNote reason={reason} actor={actor} others={others} unread={unread} at={at} />;
}

/** Those without a muted person, word or hashtag. A like or repost is about the viewer's own crud, which is never muted. */
function useUnmutedNotifications(all: Notification[]) {
  const { mutes } = useMutes();
  const byOthers = useMemo(
    () => all.filter(({ actor }) => mutes?.muteOfPerson(actor.cognito_user_uuid) === undefined),
    [all, mutes],
  );
  return useUnmuted(byOthers);
}

/** Keys of the rows that were unread when they were first shown: they stay marked as new while they are shown. */
function useNewNotifications(items: readonly Notification[]): ReadonlySet<string> {
  const [newKeys, setNewKeys] = useState<ReadonlySet<string>>(new Set());
  const current = items.filter((item) => item.unread || newKeys.has(notificationKey(item)));
  const keys = new Set(current.map(notificationKey));
  if (keys.size !== newKeys.size || [...keys].some((key) => !newKeys.has(key))) setNewKeys(keys);
  return newKeys;
}
