import { useParams } from 'react-router-dom';
import { type Activity, type Profile, isExpired } from '@cruddur/shared';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { NotFoundState } from '../base/ui/page-states.tsx';
import { Skeleton } from '../base/ui/skeleton.tsx';
import { PageHeader } from '../base/ui/page-header.tsx';
import { useTitle } from '../sync/me/use-title.ts';
import { parseHandleSegment } from '../base/paths.ts';
import { hasErrorCode } from '../base/http/api-error.ts';
import { useCall } from '../base/http/page-services.ts';
import { queryKeys } from '../sync/cache/query-keys.ts';
import { countOf } from '../cruds/counts.ts';
import { RepostNote } from '../notifications/crud-note.tsx';
import { LazyComponent, lazyValue } from '../base/lazy/lazy-component.tsx';
import { ProfileHeader } from '../people/profile-header.tsx';
import { CrudList } from '../feed/crud-list.tsx';
import { EmptyFeed, QueryStatus } from '../feed/query-status.tsx';
import { useScrolledDown } from '../feed/scroll-anchor.ts';
import { useCatchUp } from '../feed/use-catch-up.ts';
import { useBack, useIsFirstPage } from '../base/page/use-back.ts';
import { reportPerson } from '../safety/report-request.ts';
import { type ActiveMutes, useMutes } from '../safety/use-mutes.ts';
import { usePendingCruds } from '../cruds/pending-rows.ts';
import { useSession } from '../base/session/session-react.tsx';
import { useVisitorUpdates } from '../sync/realtime-react.tsx';
import { meQuery } from '../sync/me/use-account.ts';
import { profileQuery } from '../feed/feed-queries.ts';
import { isCountedOnProfile } from '../sync/cache/activity-reducers.ts';
import { useNowUntil } from '../base/clock/clock-react.tsx';

/** `/@handle`. The router's pattern matches any segment, so one without the at sign is refused here. */
export function ProfileScreen() {
  const handle = parseHandleSegment(useParams().at);
  useTitle(handle ? `@${handle}` : 'Not found');
  if (handle) return <ProfilePage key={handle} handle={handle} />;
  return (
    <>
      <PageHeader title="Not found" />
      <NotFoundState what="page" />
    </>
  );
}

const lazyBlockNotice = lazyValue(44, async () => (await import('../safety/block-notice.tsx')).BlockNotice);
const lazyMuteNotice = lazyValue(45, async () => (await import('../safety/mute-fields.tsx')).MuteNotice);
const lazyEditProfile = lazyValue(46, async () => (await import('../people/edit-profile.tsx')).EditProfile);

/** The header of a profile and its unexpired cruds. */
function ProfilePage({ handle }: { handle: string }) {
  const { status, person } = useSession();
  const [editing, setEditing] = useState(false);
  const asVisitor = status === 'visitor';
  useVisitorUpdates(asVisitor);
  const query = useInfiniteQuery(profileQuery(useCall(), handle, asVisitor));
  useCatchUp(query, queryKeys.profile(handle), !useScrolledDown());
  const items = useMemo(() => query.data?.pages.flatMap((page) => page.items) ?? [], [query.data]);
  const profile = query.data?.pages[0]?.head;
  const count = useCrudsCount(profile, items);
  const { mutes, areKnown } = useMutes();
  const shown = useMemo(
    () => items.filter((item) => !isMutedRepost(item, profile, mutes)),
    [items, profile, mutes],
  );
  const pending = usePendingCruds();
  const back = useBack();
  const isFirst = useIsFirstPage();
  const account = useQuery({ ...meQuery(useCall()), enabled: person !== null });
  const isIn = (subs: readonly string[] = []) => subs.includes(profile?.cognito_user_uuid ?? '');
  const blocked = isIn(account.data?.blocked);
  const isHidden = isIn(account.data?.hidden);
  const isOwn = person?.handle.toLowerCase() === handle.toLowerCase();
  const onBack = isOwn && isFirst ? undefined : back;
  // An account that is deleted while its page is open must not stay visible from the cache.
  if (!profile || hasErrorCode(query.error, 'user_not_found'))
    return (
      <>
        <PageHeader title={`@${handle}`} onBack={onBack} />
        <QueryStatus
          query={query}
          description="We couldn’t load this profile."
          failure={(error) => hasErrorCode(error, 'user_not_found') && <NotFoundState what="person" />}
        />
      </>
    );
  const self = person?.cognito_id === profile.cognito_user_uuid;
  const mute = mutes?.muteOfPerson(profile.cognito_user_uuid);
  return (
    <>
      <PageHeader
        title={profile.display_name}
        sub={isHidden ? undefined : countOf(count, 'Crud', 'Cruds')}
        onBack={onBack}
      />
      <ProfileHeader
        profile={profile}
        viewer={self ? 'self' : person ? 'other' : 'visitor'}
        canMessage={!isHidden}
        onEdit={() => setEditing(true)}
        menu={[
          {
            kind: 'report',
            handle: profile.handle,
            isBlocked: blocked,
            onSelect: (choice) => reportPerson(profile, choice),
          },
        ]}
      />
      {mute && <LazyComponent component={lazyMuteNotice} componentProps={{ mute }} />}
      {person && blocked && (
        <LazyComponent component={lazyBlockNotice} componentProps={{ person: profile }} />
      )}
      {!areKnown && <Skeleton />}
      {areKnown && !blocked && (
        <CrudList
          label={`Cruds by ${profile.display_name}`}
          items={shown}
          {...(self && {
            pending,
            empty: <EmptyFeed description="Say the first thing. It will not last." />,
          })}
          paging={query}
          keyOf={keyOf}
          noteOf={noteOf}
        />
      )}
      {self && (
        <LazyComponent
          component={lazyEditProfile}
          componentProps={{ open: editing, onClose: () => setEditing(false), profile }}
        />
      )}
    </>
  );
}

/** A profile lists what its person wrote even when it is muted, but not muted cruds of others. */
function isMutedRepost(item: Activity, profile: Profile | undefined, mutes: ActiveMutes | null): boolean {
  const isRepost = item.reposted_by != null && item.cognito_user_uuid !== profile?.cognito_user_uuid;
  return isRepost && mutes != null && mutes.reasonFor(item) !== null;
}

/** A crud and a repost of it are two rows. */
function keyOf({ uuid, reposted_by }: Activity): string {
  return `${uuid} ${reposted_by?.handle ?? ''}`;
}

function noteOf({ reposted_by }: Activity) {
  return reposted_by && <RepostNote by={reposted_by} />;
}

/** The number of unexpired cruds: the server's count without loaded ones that have expired since. */
export function useCrudsCount(profile: Profile | undefined, items: readonly Activity[]): number {
  const own = items.filter((item) => profile && item.expires_at && isCountedOnProfile(item, profile));
  const expiries = own.map(({ expires_at }) => Date.parse(expires_at ?? ''));
  const next = useNextExpiry(expiries);
  const now = useNowUntil(next);
  const expired = own.filter(({ expires_at }) => isExpired(expires_at, now));
  return Math.max(0, (profile?.cruds_count ?? 0) - expired.length);
}

/** The earliest expiry that is ahead, or at most ten seconds back: the count may not include it yet. */
function useNextExpiry(expiries: readonly number[]): number {
  const now = useNowUntil(Infinity);
  return Math.min(Infinity, ...expiries.filter((expiry) => expiry > now - 10_000));
}
