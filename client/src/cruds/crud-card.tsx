import type { Activity, ShortUser } from '@cruddur/shared';
import { memo, useId, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { profilePath, statusPath } from '../base/paths.ts';
import { Avatar } from '../people/avatar.tsx';
import { Byline } from './byline.tsx';
import { CrudActions, type CrudHandlers, CrudMenu } from './crud-actions.tsx';
import { CrudArticle } from './crud-article.tsx';
import { Fuse } from './fuse.tsx';
import { OutboxStatus, type OutboxState } from './outbox-status.tsx';
import type { ReportChoice } from '../base/ui/menu-item.ts';
import { RichText } from '../base/ui/rich-text.tsx';

type Props = {
  activity: Activity;
  /** The crud has expired: its text fades. */
  burning?: boolean;
  handlers: CrudHandlers;
  /** The note above the card, such as who reposted it. */
  note?: ReactNode;
  /** Only for the author. */
  onBurn?: ((activity: Activity) => void) | undefined;
  /** Only for other members. Must keep its identity. */
  onReport?: ((activity: Activity, choice: ReportChoice) => void) | undefined;
  /** The crud is not sent yet: this replaces its actions, and the card does not open. */
  outbox?: OutboxState;
};

/** A crud in a list. One link covers the card; its other links and buttons are above it. */
export const CrudCard = memo(function CrudCard({
  activity,
  handlers,
  note,
  onBurn,
  onReport,
  outbox,
  burning = false,
}: Props) {
  const id = useId();
  const { handle, uuid, created_at, expires_at } = activity;
  return (
    <CrudArticle activity={activity} burning={burning} labelledBy={`${id}-by ${id}-text`}>
      {note}
      <Link className="avatar-link" to={profilePath(handle)} tabIndex={-1} aria-hidden="true">
        <Avatar person={activity} />
      </Link>
      <div className="crud-body">
        <div className="crud-head">
          <Byline id={`${id}-by`} person={activity} at={created_at} hasTooltip />
          <CrudMenu
            activity={activity}
            handlers={outbox ? undefined : handlers}
            onBurn={onBurn && (() => onBurn(activity))}
            onReport={onReport && ((choice) => onReport(activity, choice))}
          />
        </div>
        <p className="crud-text" id={`${id}-text`} dir="auto">
          <RichText text={collapseBlankLines(activity.message)} />
        </p>
        {outbox ? <OutboxStatus state={outbox} /> : <CrudActions activity={activity} handlers={handlers} />}
      </div>
      {!outbox && (
        <Link
          className="cover"
          tabIndex={-1}
          to={statusPath(handle, uuid)}
          aria-label={`Open this crud by ${activity.display_name}`}
        />
      )}
      {expires_at !== null && <Fuse life={{ created_at, expires_at }} hasTooltip />}
    </CrudArticle>
  );
});

/** A card shows at most one blank line in a row, so that a crud cannot fill the screen with nothing; its own page shows all. */
export function collapseBlankLines(message: string): string {
  return message.replace(/\n(?:[^\S\n]*\n){2,}/gu, '\n\n');
}

type CompactCrudCardProps = {
  activity: Activity;
  /** The crud has expired: its text fades. */
  burning?: boolean;
  actor: ShortUser;
  /** The action of the actor. */
  note: ReactNode;
};

/** A like or repost of the reader's own crud: actor, action, and the crud's text in one line. */
export const CompactCrudCard = memo(function CompactCrudCard(props: CompactCrudCardProps) {
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
