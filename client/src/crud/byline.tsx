import type { ShortUser } from '@cruddur/shared';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { profilePath } from '../paths.ts';
import { Age } from '../clock/age.tsx';

type Props = {
  person: ShortUser;
  /** ISO time. */
  at?: string;
  /** Without links to the profile: inside another link, and in samples. */
  plain?: boolean;
  /** The age is a tab stop. */
  focusable?: boolean;
  end?: ReactNode;
  id?: string;
};

/** Name, handle and age on one line, with `end` at its end. */
export function Byline({ person, at, plain = false, focusable = false, end, id }: Props) {
  const name = <b>{person.display_name}</b>;
  const handle = `@${person.handle}`;
  return (
    <div className="byline" id={id}>
      {plain ? name : <Link to={profilePath(person.handle)}>{name}</Link>}
      {plain ? (
        <span className="handle">{handle}</span>
      ) : (
        <Link className="handle" to={profilePath(person.handle)}>
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
      {end !== undefined && <span className="byline-end">{end}</span>}
    </div>
  );
}
