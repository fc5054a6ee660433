import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { DirectMessage } from '@cruddur/shared';
import { useState } from 'react';
import { Navigate, useLocation, useParams } from 'react-router-dom';
import { hasErrorCode } from '../../api/api-error.ts';
import { useCall } from '../../api/api-react.tsx';
import { conversationsQuery, personQuery } from '../../cache/queries.ts';
import { FailedState, NotFoundState } from '../../ui/page-states.tsx';
import { MessageBubbles } from '../../message/message-bubbles.tsx';
import { MessageLog } from '../../message/message-log.tsx';
import {
  PlainConversationHeader,
  ConversationHeader,
  ConversationMenu,
} from '../../message/conversation-header.tsx';
import { QueryStatus } from '../../feed/query-status.tsx';
import { useCopyLink } from '../../compose/share-link.ts';
import { usePendingBubbles, usePendingActions } from '../../compose/pending-rows.ts';
import { useTitle } from '../../app/use-title.ts';
import { useSession } from '../../auth/session/session-react.tsx';
import { conversationPath } from '../../paths.ts';
import { Composer, WRITING, useSendMessage } from './composer.tsx';
import { EmptyConversation } from './conversation-states.tsx';

/** `/messages/new/handle`: a conversation before its first message; redirects to the conversation when there is one. */
export function NewConversation() {
  const { handle = '' } = useParams();
  useTitle(`Message to @${handle}`);
  const call = useCall();
  const { person: self } = useSession();
  const person = useQuery(personQuery(call, handle));
  const conversations = useInfiniteQuery(conversationsQuery(call));
  const name = person.data?.handle ?? handle.toLowerCase();
  const send = useSendMessage(null, name);
  const pending = usePendingBubbles(null, name);
  const { retry, copy, discard } = usePendingActions();
  const [returned, setReturned] = useState<DirectMessage | null>(null);
  const copyLink = useCopyLink();
  const previousState: unknown = useLocation().state;
  const [hasWritten, setHasWritten] = useState(false);
  if (pending.length > 0 && !hasWritten) setHasWritten(true);
  const existing = conversations.data?.pages
    .flatMap((page) => page.items)
    .find((group) => group.handle === handle.toLowerCase());
  // After the first message the composer keeps focus in the conversation that it created.
  if (existing)
    return (
      <Navigate to={conversationPath(existing.uuid)} state={hasWritten ? WRITING : previousState} replace />
    );
  if (!person.data)
    return (
      <>
        <PlainConversationHeader title={`@${handle}`} />
        <QueryStatus
          query={person}
          failure={(error) => hasErrorCode(error, 'user_not_found') && <NotFoundState what="person" />}
        />
      </>
    );
  if (name === self?.handle)
    return (
      <>
        <PlainConversationHeader title={`@${name}`} />
        <FailedState error="user_reciever_handle_blank" description="Choose someone other than yourself." />
      </>
    );
  return (
    <>
      <ConversationHeader
        person={person.data}
        isPresent={false}
        end={<ConversationMenu handle={name} onCopyLink={copyLink} />}
      />
      <MessageLog name={person.data.display_name} typing={false}>
        {pending.length === 0 && <EmptyConversation />}
        <MessageBubbles
          bubbles={pending}
          onRetry={retry}
          onEdit={setReturned}
          onCopy={copy}
          onDiscard={discard}
        />
      </MessageLog>
      <Composer
        name={person.data.display_name}
        draft={`message:@${person.data.handle}`}
        returned={returned}
        onReturned={discard}
        send={send}
      />
    </>
  );
}
