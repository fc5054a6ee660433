import type { ShortUser } from '@cruddur/shared';
import type { UseQueryResult } from '@tanstack/react-query';
import { hasErrorCode } from '../../api/api-error.ts';
import { QueryStatus } from '../../feed/query-status.tsx';
import { PlainConversationHeader } from '../../message/conversation-header.tsx';
import { FailedState, NotFoundState } from '../../ui/page-states.tsx';

interface Props {
  handle: string;
  person: UseQueryResult<ShortUser>;
}

/** In place of a new conversation whose recipient is the viewer, does not exist or failed to load. */
export function UnavailableRecipient({ handle, person }: Props) {
  return (
    <>
      <PlainConversationHeader title={`@${handle}`} />
      {person.data ? (
        <FailedState error="user_reciever_handle_blank" description="Choose someone other than yourself." />
      ) : (
        <QueryStatus
          query={person}
          description="We couldn’t load this profile."
          failure={(error) => hasErrorCode(error, 'user_not_found') && <NotFoundState what="person" />}
        />
      )}
    </>
  );
}
