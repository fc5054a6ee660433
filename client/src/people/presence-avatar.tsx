import type { ShortUser } from '@cruddur/shared';
import { Avatar } from './avatar.tsx';

type Props = { person: ShortUser; size?: 'small' | 'normal'; isPresent: boolean };

/** An avatar with a green dot while its person is here now. The words for it stand beside. */
export function PresenceAvatar({ person, size = 'normal', isPresent }: Props) {
  return (
    <span className="seat">
      <Avatar person={person} size={size} />
      {isPresent && <span className="here" />}
    </span>
  );
}
