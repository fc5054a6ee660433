import { useParams } from 'react-router-dom';
import { Room } from './room.tsx';

/** `/messages/uuid`: one conversation, made anew for another one. */
export function Conversation() {
  const { group = '' } = useParams();
  return <Room key={group} group={group} />;
}
