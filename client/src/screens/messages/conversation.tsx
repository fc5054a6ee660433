import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Navigate, useLocation, useParams } from 'react-router-dom';
import { useCall } from '../../api/api-react.tsx';
import { conversationsQuery } from '../../cache/conversation-queries.ts';
import { requestsQuery } from '../../cache/request-queries.ts';
import { conversationPath } from '../../paths.ts';
import { useTitle } from '../../app/use-title.ts';
import { LoadingConversationHeader, PlainConversationHeader } from '../../message/conversation-header.tsx';
import { NotFoundState } from '../../ui/page-states.tsx';
import { ConversationSkeleton } from '../../message/message-skeletons.tsx';
import { OpenConversation } from './open-conversation.tsx';
import { OpenRequest } from './open-request.tsx';
import { useRequestState } from './use-request.ts';

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
