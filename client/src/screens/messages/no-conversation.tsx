import { PickConversationState } from '../../components/blank-state.tsx';
import { useTitle } from '../../feed/use-title.ts';

/** `/messages` with nothing chosen. */
export function NoConversation() {
  useTitle('Messages');
  return <PickConversationState />;
}
