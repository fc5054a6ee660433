import { useParams, useNavigate } from 'react-router-dom';
import type { Activity } from '@cruddur/shared';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useMemo, useSyncExternalStore } from 'react';
import { ExpiredCrudState, NotFoundState } from '../base/ui/page-states.tsx';
import { PageHeader } from '../base/ui/page-header.tsx';
import { useTitle } from '../sync/me/use-title.ts';
import { parseHandleSegment, paths } from '../base/paths.ts';
import { type PostAddress, postQuery } from '../cruds/activities.ts';
import { hasErrorCode } from '../base/http/api-error.ts';
import { useCall } from '../base/http/page-services.ts';
import { watchActivity } from '../sync/cache/cached-lists.ts';
import { queryKeys } from '../sync/cache/query-keys.ts';
import { useScrolledDown } from '../feed/scroll-anchor.ts';
import { useCatchUp } from '../feed/use-catch-up.ts';
import { QueryStatus } from '../feed/query-status.tsx';
import { useBack } from '../base/page/use-back.ts';
import { useSession, useSignedInUser } from '../base/session/session-react.tsx';
import { useVisitorUpdates } from '../sync/realtime-react.tsx';
import type { PostPage } from '../base/http/pages.ts';
import { PostDetail, ReplyPrompt } from '../cruds/post-detail.tsx';
import { CrudList } from '../feed/crud-list.tsx';
import type { Paging } from '../feed/load-more.tsx';
import { useComposeContext } from '../cruds/compose-context.tsx';
import { expiryTime, useExpiry } from '../cruds/use-expiry.ts';
import { reportCrud } from '../safety/report-request.ts';
import { useMutes } from '../safety/use-mutes.ts';
import type { ReportChoice } from '../base/ui/menu-item.ts';
import { createSignal } from '../base/signal.ts';
import { LazyComponent, lazyValue } from '../base/lazy/lazy-component.tsx';
import { Skeleton } from '../base/ui/skeleton.tsx';
import { usePendingReplies } from '../cruds/pending-rows.ts';

const lazyMissingCrud = lazyValue(57, async () => (await import('../safety/block-notice.tsx')).MissingCrud);

/** `/@handle/status/uuid`: one crud with its replies. */
export function ActivityScreen() {
  const { at, activity_uuid } = useParams();
  const handle = parseHandleSegment(at);
  useTitle('Crud');
  if (handle && activity_uuid) return <Post key={activity_uuid} address={{ handle, activity_uuid }} />;
  return (
    <>
      <PageHeader title="Not found" />
      <NotFoundState what="page" />
    </>
  );
}

function Post({ address }: { address: PostAddress }) {
  const { status } = useSession();
  const back = useBack();
  const asVisitor = status === 'visitor';
  useVisitorUpdates(asVisitor);
  const query = useInfiniteQuery(postQuery(useCall(), address, asVisitor));
  useCatchUp(query, queryKeys.post(address.activity_uuid), !useScrolledDown());
  const renderEndState = (error: unknown) => {
    if (hasErrorCode(error, 'activity_expired')) return <ExpiredCrudState />;
    if (!hasErrorCode(error, 'activity_not_found')) return null;
    if (asVisitor) return <NotFoundState what="crud" />;
    return <LazyComponent component={lazyMissingCrud} componentProps={address} fallback={<Skeleton />} />;
  };
  // After a burn the refetch fails while the query still has data: the error wins over the cache.
  const endState = query.isError && renderEndState(query.error);
  const known = useKnownActivity(address.activity_uuid, !query.data);
  const activity = query.data?.pages[0]?.head ?? known;
  const queryStatus = (
    <QueryStatus query={query} failure={renderEndState} description="We couldn’t load this crud." />
  );
  return (
    <>
      <PageHeader title="Crud" onBack={back} />
      {endState || !activity ? (
        queryStatus
      ) : (
        <PostBody activity={activity} pages={query.data?.pages} paging={query} queryStatus={queryStatus} />
      )}
    </>
  );
}

/**
 * The crud as the list has it from which it was opened: it is on screen at once, and without a connection. Each change of the cache is a
 * search, so it is watched only while it is needed.
 */
function useKnownActivity(uuid: string, isNeeded: boolean): Activity | undefined {
  const client = useQueryClient();
  const watched = useMemo(() => watchActivity(client, uuid), [client, uuid]);
  const { subscribe, getSnapshot } = isNeeded ? watched : NOT_WATCHED;
  return useSyncExternalStore(subscribe, getSnapshot, getSnapshot);
}

const NOT_WATCHED = createSignal(undefined);

interface PostBodyProps {
  activity: Activity;
  /** Undefined until the replies are known. */
  pages: readonly PostPage[] | undefined;
  paging: Paging;
  /** In place of the replies. */
  queryStatus: ReactNode;
}

function PostBody({ activity, pages, paging, queryStatus }: PostBodyProps) {
  const { handlers, confirmBurn } = useComposeContext();
  const viewer = useSignedInUser();
  const navigate = useNavigate();
  const { mutes, areKnown } = useMutes();
  const replies = useMemo(() => pages?.flatMap((page) => page.items) ?? [], [pages]);
  const pending = usePendingReplies(activity);
  const { ending } = useExpiry(expiryTime(activity));
  if (ending !== 'alive') return <ExpiredCrudState />;
  const own = viewer?.cognito_user_uuid === activity.cognito_user_uuid;
  const onBurn = () => confirmBurn(activity, () => void navigate(paths.home));
  const onReport = (choice: ReportChoice) => reportCrud(activity, choice);
  return (
    <>
      {!viewer && activity.expires_at !== null && (
        <p className="fuse-hint">When this fuse burns out, the post is gone for good.</p>
      )}
      <PostDetail activity={activity} handlers={handlers} {...(own ? { onBurn } : viewer && { onReport })} />
      {viewer && <ReplyPrompt author={viewer} onOpen={() => handlers.reply(activity)} />}
      {!pages && queryStatus}
      {pages && !areKnown && <Skeleton />}
      {pages && areKnown && (
        <CrudList label="Replies" items={replies} paging={paging} pending={pending} mutes={mutes} />
      )}
    </>
  );
}
