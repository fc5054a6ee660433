import type { ShortUser } from '@cruddur/shared';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { profilePath } from '../paths.ts';
import { Age } from '../clock/age.tsx';

type Props = {
  person: ShortUser;
  /** ISO time of what they said. */
  at?: string;
  /** Names do not lead to the profile: inside another link, and in drawings. */
  plain?: boolean;
  /** Its age is a stop of the keyboard. */
  focusable?: boolean;
  /** Stands at the end of the line. */
  end?: ReactNode;
  id?: string;
};

/** Name, handle and age on one line. */
export function Byline({ person, at, plain = false, focusable = false, end, id }: Props) {
  const name = <b>{person.display_name}</b>;
  const handle = `@${person.handle}`;
  return (
    <div className="by" id={id}>
      {plain ? name : <Link to={profilePath(person.handle)}>{name}</Link>}
      {plain ? (
        <span className="h">{handle}</span>
      ) : (
        <Link className="h" to={profilePath(person.handle)}>
          {handle}
        </Link>
      )}
      {at !== undefined && (
        <>
          <span className="sep" aria-hidden="true">
            ·
          </span>
          <Age at={at} focusable={focusable} />
        </>
      )}
      {end !== undefined && <span className="menu-at">{end}</span>}
    </div>
  );
}
