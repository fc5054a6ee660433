import type { Activity, ShortUser } from '@cruddur/shared';
import { memo, useId, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { profilePath, statusPath } from '../paths.ts';
import { Avatar } from '../people/avatar.tsx';
import { CrudArticle } from './crud-article.tsx';
import { Fuse } from './fuse.tsx';

type Props = {
  activity: Activity;
  /** The crud has expired: its text fades. */
  burning?: boolean;
  actor: ShortUser;
  /** The action of the actor. */
  note: ReactNode;
};

/** A like or repost of the reader's own crud: actor, action, and the crud's text in one line. */
export const CompactCrudCard = memo(function CompactCrudCard(props: Props) {
  const { activity, actor, note, burning = false } = props;
  const id = useId();
  const { handle, uuid, message, created_at, expires_at } = activity;
  return (
    <CrudArticle
      activity={activity}
      burning={burning}
      labelledBy={`${id}-note ${id}-text`}
      className="compact"
    >
      <Link className="avatar-link" to={profilePath(actor.handle)} tabIndex={-1} aria-hidden="true">
        <Avatar person={actor} size="small" />
      </Link>
      <div className="crud-body">
        <div id={`${id}-note`}>{note}</div>
        <p className="crud-text" id={`${id}-text`} dir="auto">
          {message}
        </p>
      </div>
      <Link className="cover" tabIndex={-1} to={statusPath(handle, uuid)} aria-label="Open this crud" />
      {expires_at !== null && <Fuse life={{ created_at, expires_at }} hasTooltip />}
    </CrudArticle>
  );
});
