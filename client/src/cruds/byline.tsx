import type { ShortUser } from '@cruddur/shared';
import { Link } from 'react-router-dom';
import { profilePath } from '../base/paths.ts';
import { Age } from '../base/clock/dated-text.tsx';

type Props = {
  person: ShortUser;
  /** ISO time. */
  at?: string;
  /** Without a link to the profile: inside another link, and in samples. */
  plain?: boolean;
  /** The age shows its full date in a tooltip. */
  hasTooltip?: boolean;
  /** Name and handle are hidden from screen readers, which get them elsewhere. */
  silent?: boolean;
  id?: string;
};

/** Name, handle and age on one line. Name and handle are one link. */
export function Byline({ person, at, plain = false, hasTooltip = false, silent = false, id }: Props) {
  const hidden = silent || undefined;
  const names = (
    <>
      <b aria-hidden={hidden}>{person.display_name}</b>{' '}
      <span className="handle" aria-hidden={hidden}>
        @{person.handle}
      </span>
    </>
  );
  return (
    <div className="byline" id={id}>
      {plain ? names : <Link to={profilePath(person.handle)}>{names}</Link>}
      {at !== undefined && (
        <>
          <span className="sep" aria-hidden="true">
            ·
          </span>
          <Age at={at} hasTooltip={hasTooltip} />
        </>
      )}
    </div>
  );
}
