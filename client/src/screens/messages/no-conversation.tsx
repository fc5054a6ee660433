import { useLocation } from 'react-router-dom';
import { PickConversationState } from '../../ui/page-states.tsx';
import { useTitle } from '../../app/use-title.ts';
import { paths } from '../../paths.ts';
import { StartConversation } from './start-conversation.tsx';

/** `/messages` and `/messages/requests` without a chosen conversation. */
export function NoConversation() {
  useTitle(useLocation().pathname === paths.requests ? 'Requests' : 'Messages');
  return (
    <PickConversationState>
      <StartConversation variant="button" />
    </PickConversationState>
  );
}
