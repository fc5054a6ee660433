import type { ShortUser } from '@cruddur/shared';
import { Avatar } from './avatar.tsx';

type Props = { person: ShortUser; size?: 'small' | 'normal'; here: boolean };

/** An avatar with a green dot while its person is here now. The words for it stand beside. */
export function PresentAvatar({ person, size = 'normal', here }: Props) {
  return (
    <span className="seat">
      <Avatar person={person} size={size} />
      {here && <span className="here" />}
    </span>
  );
}
