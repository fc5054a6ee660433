import { useParams } from 'react-router-dom';
import { OpenConversation } from './open-conversation.tsx';

/** `/messages/uuid`: one conversation, made anew for another one. */
export function Conversation() {
  const { group = '' } = useParams();
  return <OpenConversation key={group} group={group} />;
}
