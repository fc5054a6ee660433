import { PickConversationState } from '../../components/blank-state.tsx';
import { useTitle } from '../../feed/use-title.ts';
import { StartConversation } from './start-conversation.tsx';

/** `/messages` with nothing chosen. */
export function NoConversation() {
  useTitle('Messages');
  return (
    <PickConversationState>
      <StartConversation look="button" />
    </PickConversationState>
  );
}
