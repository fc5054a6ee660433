import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Navigate, useParams } from 'react-router-dom';
import { hasCode } from '../../api/api-error.ts';
import { useCall } from '../../api/api-react.tsx';
import { conversationsQuery, personQuery } from '../../api/queries.ts';
import { NotFoundState } from '../../components/blank-state.tsx';
import { PlainRoomHeader, RoomHeader } from '../../components/room-header.tsx';
import { QueryStates } from '../../feed/query-states.tsx';
import { useTitle } from '../../feed/use-title.ts';
import { conversationPath } from '../../paths.ts';
import { Composer } from './composer.tsx';
import { useFirstMessage } from './use-first-message.ts';

/** `/messages/new/handle`: a room that does not exist yet, or the way to the one that does. */
export function NewConversation() {
  const { handle = '' } = useParams();
  useTitle(`Message to @${handle}`);
  const call = useCall();
  const person = useQuery(personQuery(call, handle));
  const conversations = useInfiniteQuery(conversationsQuery(call));
  const send = useFirstMessage(handle);
  const known = conversations.data?.pages
    .flatMap((page) => page.items)
    .find((group) => group.handle === handle.toLowerCase());
  if (known) return <Navigate to={conversationPath(known.uuid)} replace />;
  if (!person.data)
    return (
      <>
        <PlainRoomHeader title={`@${handle}`} />
        <QueryStates
          query={person}
          failure={(error) => hasCode(error, 'user_not_found') && <NotFoundState />}
        />
      </>
    );
  return (
    <>
      <RoomHeader person={person.data} here={false} />
      <div className="log" />
      <Composer name={person.data.display_name} draft={`message:@${person.data.handle}`} send={send} />
    </>
  );
}
