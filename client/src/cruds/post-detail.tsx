import type { Activity, ShortUser } from '@cruddur/shared';
import { Link } from 'react-router-dom';
import { profilePath } from '../base/paths.ts';
import { Age, FullDate } from '../base/clock/dated-text.tsx';
import { Avatar } from '../people/avatar.tsx';
import { CrudActions, type CrudHandlers, CrudMenu } from './crud-actions.tsx';
import { Fuse } from './fuse.tsx';
import type { ReportChoice } from '../base/ui/menu-item.ts';
import { RichText } from '../base/ui/rich-text.tsx';

type Props = {
  activity: Activity;
  handlers: CrudHandlers;
  /** Only for the author. */
  onBurn?: () => void;
  /** Only for other members. */
  onReport?: (choice: ReportChoice) => void;
};

/** One crud on its own page: full text, full dates, all counts. */
export function PostDetail({ activity, handlers, onBurn, onReport }: Props) {
  const { handle, display_name, message, created_at, expires_at, uuid } = activity;
  return (
    <article className="post" data-crud={uuid} tabIndex={-1} aria-label={`Crud by ${display_name}`}>
      <div className="head">
        <Link to={profilePath(handle)} tabIndex={-1} aria-hidden="true">
          <Avatar person={activity} />
        </Link>
        <Link className="person-name" to={profilePath(handle)}>
          <b>{display_name}</b>
          <span>@{handle}</span>
        </Link>
        <CrudMenu activity={activity} handlers={handlers} onBurn={onBurn} onReport={onReport} />
      </div>
      <p className="crud-text" dir="auto">
        <RichText text={message} full />
      </p>
      <p className="when">
        <time dateTime={created_at}>
          <FullDate of={created_at} />
        </time>
        <span aria-hidden="true">·</span>
        <Age at={created_at} ago hasTooltip />
      </p>
      {expires_at !== null && (
        <div className="burn">
          <p className="text-hint">
            Burns out <FullDate of={expires_at} />
          </p>
          <Fuse life={{ created_at, expires_at }} showLabel hasTooltip />
        </div>
      )}
      <CrudActions activity={activity} handlers={handlers} showZeros />
    </article>
  );
}

/** A button in the shape of a field, which opens the reply popup. */
export function ReplyPrompt({ author, onOpen }: { author: ShortUser; onOpen: () => void }) {
  return (
    <button type="button" className="reply-prompt" onClick={onOpen}>
      <Avatar person={author} size="small" />
      <span>what is your reply?</span>
      <span className="btn btn-s">Reply</span>
    </button>
  );
}
