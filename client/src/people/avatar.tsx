import type { ShortUser } from '@cruddur/shared';
import { usePicture } from './avatar-source.tsx';
import { clsx } from 'clsx';
import { pickHue, initialsOf } from './hue.ts';

type AvatarProps = {
  person: ShortUser;
  /** Tiny 22, small 36, normal 44 px (40 in cards on phones). */
  size?: 'tiny' | 'small' | 'normal';
  /** A picture just chosen, not uploaded yet. */
  preview?: string | null;
};

/** The picture as a cover-fitted, centred background; initials on a hue of the handle until it exists. */
export function Avatar({ person, size = 'normal', preview = null }: AvatarProps) {
  const picture = usePicture(person);
  const url = preview ?? picture;
  return (
    <span
      className={clsx('av', size === 'small' && 'av-s', size === 'tiny' && 'av-xs')}
      style={
        url === null ? { backgroundColor: pickHue(person.handle) } : { backgroundImage: `url("${url}")` }
      }
      aria-hidden="true"
    >
      {url === null && initialsOf(person.display_name, person.handle)}
    </span>
  );
}

type PresenceAvatarProps = { person: ShortUser; size?: 'small' | 'normal'; isPresent: boolean };

/** An avatar with a green dot while the person is present. The dot has no text: the parent says it in words. */
export function PresenceAvatar({ person, size = 'normal', isPresent }: PresenceAvatarProps) {
  return (
    <span className="presence-avatar">
      <Avatar person={person} size={size} />
      {isPresent && <span className="presence-dot" />}
    </span>
  );
}
