import type { Activity, ShortUser } from '@cruddur/shared';
import { memo, useId, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { profilePath, statusPath } from '../paths.ts';
import { Avatar } from '../people/avatar.tsx';
import { CrudArticle, type FeedPosition } from './crud-article.tsx';
import { Fuse } from './fuse.tsx';

type Props = FeedPosition & {
  activity: Activity;
  /** Who did something with it. */
  actor: ShortUser;
  /** What they did. */
  note: ReactNode;
};

/** What somebody did with a crud that the reader knows: who, what, and the crud's beginning in one line. */
export const CompactCrudCard = memo(function BriefCard(props: Props) {
  const { activity, actor, note, burning = false, place, total } = props;
  const id = useId();
  const { handle, uuid, message, created_at, expires_at } = activity;
  return (
    <CrudArticle
      {...{ activity, burning, place, total }}
      labelledBy={`${id}-note ${id}-say`}
      className="brief"
    >
      <Link className="face" to={profilePath(actor.handle)} tabIndex={-1} aria-hidden="true">
        <Avatar person={actor} size="small" />
      </Link>
      <div className="words">
        <div id={`${id}-note`}>{note}</div>
        <p className="say" id={`${id}-say`} dir="auto">
          {message}
        </p>
      </div>
      <Link className="cover" tabIndex={-1} to={statusPath(handle, uuid)} aria-label="Open this crud" />
      {expires_at !== null && <Fuse life={{ created_at, expires_at }} focusable />}
    </CrudArticle>
  );
});
