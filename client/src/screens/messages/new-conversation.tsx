import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Navigate, useLocation, useParams } from 'react-router-dom';
import { hasCode } from '../../api/api-error.ts';
import { useCall } from '../../api/api-react.tsx';
import { conversationsQuery, personQuery } from '../../api/queries.ts';
import { FailedState, NotFoundState } from '../../components/blank-state.tsx';
import { MessageBubbles } from '../../components/message-bubbles.tsx';
import { MessageLog } from '../../components/message-log.tsx';
import { PlainRoomHeader, RoomHeader } from '../../components/room-header.tsx';
import { RoomMenu } from '../../components/room-menu.tsx';
import { QueryStates } from '../../feed/query-states.tsx';
import { useCopyLink } from '../../feed/use-copy-link.ts';
import { usePendingBubbles, usePendingWays } from '../../feed/use-pending.ts';
import { useTitle } from '../../feed/use-title.ts';
import { useSession } from '../../identity/session-react.tsx';
import { conversationPath } from '../../paths.ts';
import { Composer, WRITING } from './composer.tsx';
import { NothingSaid } from './nothing-said.tsx';
import { useSendMessage } from './use-send-message.ts';

/** `/messages/new/handle`: a room that does not exist yet, or the way to the one that does. */
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
  const { retry, copy, discard } = usePendingWays();
  const copyLink = useCopyLink();
  const came: unknown = useLocation().state;
  const [wrote, setWrote] = useState(false);
  if (pending.length > 0 && !wrote) setWrote(true);
  const known = conversations.data?.pages
    .flatMap((page) => page.items)
    .find((group) => group.handle === handle.toLowerCase());
  // Who made the room by a first message goes on writing there.
  if (known) return <Navigate to={conversationPath(known.uuid)} state={wrote ? WRITING : came} replace />;
  if (!person.data)
    return (
      <>
        <PlainRoomHeader title={`@${handle}`} />
        <QueryStates
          query={person}
          failure={(error) => hasCode(error, 'user_not_found') && <NotFoundState what="person" />}
        />
      </>
    );
  if (name === self?.handle)
    return (
      <>
        <PlainRoomHeader title={`@${name}`} />
        <FailedState error="user_reciever_handle_blank" line="Somebody other than you, that is." />
      </>
    );
  return (
    <>
      <RoomHeader person={person.data} here={false} end={<RoomMenu handle={name} onCopyLink={copyLink} />} />
      <MessageLog name={person.data.display_name} typing={false}>
        {pending.length === 0 && <NothingSaid />}
        <MessageBubbles bubbles={pending} onRetry={retry} onCopy={copy} onDiscard={discard} />
      </MessageLog>
      <Composer name={person.data.display_name} draft={`message:@${person.data.handle}`} send={send} />
    </>
  );
}
