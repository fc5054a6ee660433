import { PickConversationState } from '../../ui/page-states.tsx';
import { useTitle } from '../../app/use-title.ts';
import { StartConversation } from './start-conversation.tsx';

/** `/messages` without a chosen conversation. */
export function NoConversation() {
  useTitle('Messages');
  return (
    <PickConversationState>
      <StartConversation variant="button" />
    </PickConversationState>
  );
}
