import { useInfiniteQuery } from '@tanstack/react-query';
import { useState, useEffect, useMemo } from 'react';
import { Navigate, useLocation, useParams, useNavigate } from 'react-router-dom';
import { useCall } from '../base/http/page-services.ts';
import { conversationsQuery, messagesQuery } from './conversation-queries.ts';
import { conversationPath, paths } from '../base/paths.ts';
import { useTitle } from '../sync/me/use-title.ts';
import {
  LoadingConversationHeader,
  PlainConversationHeader,
  ConversationHeader,
  ConversationMenu,
} from './conversation-header.tsx';
import { NotFoundState } from '../base/ui/page-states.tsx';
import { ConversationSkeleton } from './message-skeletons.tsx';
import { WRITING } from './composer.tsx';
import { OpenConversation } from './open-conversation.tsx';
import { useRequestState, requestsQuery, useAnswerRequest } from './use-request.ts';
import { useSession } from '../base/session/session-react.tsx';
import { BlockNotice } from '../safety/block-notice.tsx';
import { usePendingActions } from '../cruds/pending-rows.ts';
import { reportMessage, reportPerson } from '../safety/report-request.ts';
import { useCopyLink } from '../cruds/share-link.ts';
import { useBlockOf } from '../safety/use-block.ts';
import { MorePages } from '../feed/load-more.tsx';
import { MessageBubbles } from './message-bubbles.tsx';
import { MessageLog } from './message-log.tsx';
import { ClosedConversation, RequestBar } from './conversation-states.tsx';
import { toBubbles } from './bubbles.ts';
import { usePartner } from './use-partner.ts';
import { useUnexpiredPages } from './use-conversation.ts';

/**
 * `/messages/uuid`, and `/messages/new/handle` before the first message or instead of the address with the id. Both routes have this
 * component, so messages, composer and focus stay when the first message creates the conversation.
 */
export function Conversation() {
  const { message_group_uuid, handle } = useParams();
  const previousState: unknown = useLocation().state;
  const call = useCall();
  const conversations = useInfiniteQuery(conversationsQuery(call));
  const requests = useInfiniteQuery(requestsQuery(call));
  const existing = [conversations, requests]
    .flatMap(({ data }) => data?.pages ?? [])
    .flatMap((page) => page.items)
    .find((group) => group.handle === handle?.toLowerCase());
  const group = message_group_uuid ?? existing?.uuid ?? null;
  const [started, setStarted] = useState<{ handle: string; group: string } | null>(null);
  if (handle !== undefined && existing && started?.group !== existing.uuid)
    setStarted({ handle, group: existing.uuid });
  const state = useRequestState(group);
  const redirect = existing && (
    <Navigate to={conversationPath(existing.uuid)} state={previousState} replace />
  );
  if (group !== null && state === 'received')
    return (
      <>
        {redirect}
        <OpenRequest key={group} group={group} />
      </>
    );
  if (state === 'missing' || state === 'deleted') return <MissingConversation />;
  if (state === 'loading')
    return (
      <>
        <LoadingConversationHeader handle={null} />
        <ConversationSkeleton />
      </>
    );
  return (
    <>
      {redirect}
      <OpenConversation
        key={started !== null && started.group === group ? started.handle : (group ?? handle)}
        group={group}
        recipient={handle ?? ''}
        isRequest={state === 'sent'}
      />
    </>
  );
}

function MissingConversation() {
  useTitle('Messages');
  return (
    <>
      <PlainConversationHeader title="Conversation" />
      <NotFoundState what="conversation" />
    </>
  );
}

const ignore = () => undefined;

/** A request: its messages, without a composer and without anything that its sender could notice, and the answers to it. */
function OpenRequest({ group }: { group: string }) {
  const call = useCall();
  const navigate = useNavigate();
  const { person: self } = useSession();
  const own = self?.cognito_id ?? '';
  const messages = useInfiniteQuery(messagesQuery(call, group));
  const requests = useInfiniteQuery(requestsQuery(call));
  const pages = messages.data?.pages;
  const { expiredUntil } = useUnexpiredPages(pages);
  const listed = requests.data?.pages.flatMap(({ items }) => items).find(({ uuid }) => uuid === group);
  const sender = usePartner(listed, { pages: pages ?? [], own });
  const { hidden, blocked } = useBlockOf(sender?.cognito_user_uuid);
  const bubbles = useMemo(
    () => toBubbles(pages ?? [], [], { viewerId: own, listedReadMark: null, expiredUntil }),
    [pages, own, expiredUntil],
  );
  const { isDeleted, bar } = useAnswerRequest(group, () => {
    // The composer that replaces the pressed button takes the focus.
    void navigate(conversationPath(group), { replace: true, state: WRITING });
  });
  useEffect(() => {
    if (isDeleted) void navigate(paths.requests, { replace: true });
  }, [isDeleted, navigate]);
  const { copy } = usePendingActions();
  const copyLink = useCopyLink();
  useTitle(sender ? `${sender.display_name} · Requests` : 'Requests');
  if (!sender || !pages)
    return (
      <>
        <LoadingConversationHeader handle={sender?.handle ?? null} />
        <ClosedConversation
          state={messages.isError ? 'failed' : 'opening'}
          error={messages.error}
          onRetry={() => void messages.refetch()}
        />
      </>
    );
  return (
    <>
      <ConversationHeader
        person={sender}
        isPresent={false}
        listPath={paths.requests}
        end={
          <ConversationMenu
            handle={sender.handle}
            onCopyLink={copyLink}
            isBlocked={blocked}
            onReport={(choice) => reportPerson(sender, choice)}
            onLifetime={ignore}
          />
        }
      />
      <MessageLog
        name={sender.display_name}
        typing={false}
        older={<MorePages paging={messages} label="Show older" />}
      >
        <MessageBubbles
          bubbles={bubbles}
          onUndo={ignore}
          onRetry={ignore}
          onEdit={ignore}
          onCopy={copy}
          onDiscard={ignore}
          onRemove={ignore}
          onReport={reportMessage}
        />
      </MessageLog>
      {hidden ? (
        <div className="unsent-draft">
          <BlockNotice person={sender} otherwise="You can’t answer this request" />
        </div>
      ) : (
        <RequestBar handle={sender.handle} {...bar} onReport={(choice) => reportPerson(sender, choice)} />
      )}
    </>
  );
}
