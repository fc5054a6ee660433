import type { Activity, ShortUser } from '@cruddur/shared';
import { clsx } from 'clsx';
import { type FocusEvent, memo, type MouseEvent, type ReactNode, useId, useState } from 'react';
import { flushSync } from 'react-dom';
import { Link } from 'react-router-dom';
import { profilePath, statusPath } from '../base/paths.ts';
import { Button } from '../base/ui/button.tsx';
import { Avatar } from '../people/avatar.tsx';
import { Byline } from './byline.tsx';
import { CrudActions, type CrudHandlers, CrudMenu } from './crud-actions.tsx';
import { CrudArticle } from './crud-article.tsx';
import { Fuse } from './fuse.tsx';
import { OutboxStatus, type OutboxState } from './outbox-status.tsx';
import type { ReportChoice } from '../base/ui/menu-item.ts';
import { RichText, shortenUrls } from '../base/ui/rich-text.tsx';

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
        <CrudText id={id} activity={activity} />
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

/** Cruds whose long text was opened: it stays open when its row is rendered again. */
const openedTexts = new Set<string>();

/**
 * The text of a card, and for a long one a button that opens it. The server and every browser decide by the text alone, so that
 * nothing moves afterwards.
 */
function CrudText({ id, activity }: { id: string; activity: Activity }) {
  const { uuid, message } = activity;
  const [isOpen, setIsOpen] = useState(() => openedTexts.has(uuid));
  const text = collapseBlankLines(message);
  const clamp = isOpen ? undefined : findClamp(text);
  const open = () => {
    openedTexts.add(uuid);
    flushSync(() => setIsOpen(true));
  };
  const openOnPress = ({ currentTarget }: MouseEvent<HTMLElement>) => {
    // The pressed button is about to go.
    currentTarget.closest('article')?.focus({ preventScroll: true });
    open();
  };
  // The hidden lines have links, which Tab reaches.
  const openOnFocus = ({ currentTarget, target }: FocusEvent<HTMLElement>) => {
    if (target.getBoundingClientRect().bottom <= currentTarget.getBoundingClientRect().bottom) return;
    open();
    target.scrollIntoView({ block: 'nearest' });
  };
  return (
    <>
      <p
        className={clsx('crud-text', clamp)}
        id={`${id}-text`}
        dir="auto"
        onFocus={clamp === undefined ? undefined : openOnFocus}
      >
        <RichText text={text} />
      </p>
      {clamp !== undefined && (
        <Button
          variant="quiet"
          small
          className="show-all"
          aria-describedby={`${id}-by`}
          onClick={openOnPress}
        >
          Show all
        </Button>
      )}
    </>
  );
}

/** A text of more lines is clamped to ten, in crud.css. */
const MAX_LINES = 12;
/** The widest column of a list, and the widest one of a phone, in letters of ordinary width. */
const COLUMN = 56;
const PHONE_COLUMN = 41;

/** The classes that clamp a long text: everywhere, or on phones only. */
export function findClamp(text: string): string | undefined {
  const isLong = (column: number) =>
    countLines(text, column) > MAX_LINES && countLines(shortenUrls(text), column) > MAX_LINES;
  if (isLong(COLUMN)) return 'long';
  return isLong(PHONE_COLUMN) ? 'long on-phones' : undefined;
}

const WITHOUT_WIDTH = /\u200D\p{Extended_Pictographic}|[\p{M}\p{Cf}]/gu;
const NARROW = /[ .,:;!'|()[\]fIijlrt-]/gu;
const WIDE =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Extended_Pictographic}]/gu;

/** The lines that a text has at least: an estimate that is too high would clamp a text that has nothing to hide. */
function countLines(text: string, column: number): number {
  return text.split('\n').reduce((lines, line) => {
    const visible = line.replace(WITHOUT_WIDTH, '');
    const count = (letters: RegExp) => visible.match(letters)?.length ?? 0;
    const width = count(/./gu) - count(NARROW) / 2 + count(WIDE);
    return lines + Math.max(1, Math.ceil(width / column));
  }, 0);
}

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
