import { type Notification, formatCursor } from '@cruddur/shared';
import { useInfiniteQuery, infiniteQueryOptions, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState, useEffect } from 'react';
import { Navigate } from 'react-router-dom';
import { useCall } from '../base/http/page-services.ts';
import { queryKeys } from '../sync/cache/query-keys.ts';
import { useMutes, useUnmuted } from '../safety/use-mutes.ts';
import { NotificationNote } from '../notifications/crud-note.tsx';
import { PageHeader } from '../base/ui/page-header.tsx';
import { CrudList } from '../feed/crud-list.tsx';
import { EmptyFeed, QueryStatus } from '../feed/query-status.tsx';
import { useScrolledDown } from '../feed/scroll-anchor.ts';
import { useCatchUp } from '../feed/use-catch-up.ts';
import { useTitle } from '../sync/me/use-title.ts';
import { useSession } from '../base/session/session-react.tsx';
import { paths } from '../base/paths.ts';
import type { ReturnState } from '../account/use-return-path.ts';
import type { Call } from '../base/http/http-client.ts';
import { createPage, type NotificationsPage, type PageRequest } from '../base/http/pages.ts';
import { streamUpdated } from '../sync/cache/query-options.ts';
import { onNotificationsRead } from '../sync/cache/mutation-updates.ts';

const RETURN: ReturnState = { back: paths.notifications, isRedirect: true };

export function Notifications() {
  const { status } = useSession();
  useTitle('Notifications');
  return status === 'person' ? <NotificationsFeed /> : <Navigate to={paths.signIn} replace state={RETURN} />;
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

function notificationsQuery(call: Call) {
  return infiniteQueryOptions({
    ...streamUpdated,
    queryKey: queryKeys.notifications,
    queryFn: ({ pageParam: before, signal }) => fetchNotifications(call, { before, signal }),
  });
}

async function fetchNotifications(call: Call, page: PageRequest): Promise<NotificationsPage> {
  const response = await call('notifications', page);
  return createPage(response, null, response.data);
}

async function markNotificationsRead(call: Call, before: string): Promise<number> {
  return (await call('markNotificationsRead', { body: { before } })).data.unread;
}

/** Marks notifications as read up to the cursor of the first page, while the document is visible. */
function useMarkRead(first: NotificationsPage | undefined): void {
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

/** Likes and reposts of one crud share a row; every other notification has its own. */
function isLikeOrRepost({ reason }: Pick<Notification, 'reason'>): boolean {
  return reason === 'like' || reason === 'repost';
}

/** Equal for all notifications of one row. */
function notificationKey(notification: Notification): string {
  const { uuid, reason, actor } = notification;
  return isLikeOrRepost(notification) ? `${uuid} ${reason}` : `${uuid} ${reason} ${actor.handle}`;
}

/** Merges the likes of one crud into one row at the position of the newest, and its reposts likewise. @param items newest first */
export function groupNotifications(items: readonly Notification[]): Notification[] {
  const rows = new Map<string, Notification>();
  for (const item of items) {
    const newest = rows.get(notificationKey(item));
    rows.set(notificationKey(item), newest ? mergeNotifications(newest, item) : item);
  }
  return [...rows.values()];
}

function mergeNotifications(newest: Notification, older: Notification): Notification {
  const others = (newest.others ?? 0) + 1 + (older.others ?? 0);
  return { ...newest, others, unread: newest.unread || older.unread };
}
