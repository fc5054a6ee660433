import type { ShortUser } from '@cruddur/shared';
import { Link } from 'react-router-dom';
import { profilePath } from '../paths.ts';
import { Avatar } from './avatar.tsx';

/** Somebody in a list of people. */
export function PersonRow({ person }: { person: ShortUser }) {
  return (
    <Link className="person" to={profilePath(person.handle)}>
      <Avatar person={person} size="small" />
      <span className="who">
        <b>{person.display_name}</b>
        <span>@{person.handle}</span>
      </span>
    </Link>
  );
}
