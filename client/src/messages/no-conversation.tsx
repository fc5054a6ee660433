import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import { PickConversationState } from '../base/ui/page-states.tsx';
import { useTitle } from '../sync/me/use-title.ts';
import { paths } from '../base/paths.ts';
import { StartButton, StartDialog } from './start-conversation.tsx';

/** `/messages` and `/messages/requests` without a chosen conversation. */
export function NoConversation() {
  useTitle(useLocation().pathname === paths.requests ? 'Requests' : 'Messages');
  const [isStarting, setStarting] = useState(false);
  return (
    <>
      <PickConversationState>
        <StartButton variant="button" onPress={() => setStarting(true)} />
      </PickConversationState>
      <StartDialog open={isStarting} onClose={() => setStarting(false)} />
    </>
  );
}
