import type { ShortUser } from '@cruddur/shared';
import { Link } from 'react-router-dom';
import { profilePath } from '../base/paths.ts';
import { Avatar } from './avatar.tsx';

type Props = {
  /** Id of the heading, unique on the page. */
  id: string;
  title: string;
  people: readonly ShortUser[];
};

/** A titled list of people, each linked to their profile. */
export function PeoplePanel({ id, title, people }: Props) {
  return (
    <section className="panel" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {people.map((person) => (
        <Link key={person.handle} className="person" to={profilePath(person.handle)}>
          <Avatar person={person} size="small" />
          <span className="person-name">
            <b>{person.display_name}</b>
            <span>@{person.handle}</span>
          </span>
        </Link>
      ))}
    </section>
  );
}
