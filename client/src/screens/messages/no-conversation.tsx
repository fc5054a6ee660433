import { PickConversationState } from '../../ui/empty-state.tsx';
import { useTitle } from '../../app/use-title.ts';
import { StartConversation } from './start-conversation.tsx';

/** `/messages` with nothing chosen. */
export function NoConversation() {
  useTitle('Messages');
  return (
    <PickConversationState>
      <StartConversation variant="button" />
    </PickConversationState>
  );
}
