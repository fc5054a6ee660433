import type { Activity } from '@cruddur/shared';
import {
  createContext,
  use,
  type KeyboardEvent,
  type MouseEvent as ReactMouseEvent,
  type ReactNode,
  useId,
} from 'react';
import { clsx } from 'clsx';
import { useLastPassed } from '../base/clock/clock-react.tsx';
import { Button } from '../base/ui/button.tsx';

/**
 * The position in the feed, from 1, and the number of rows, -1 while it is unknown; undefined outside of a feed. Contexts, because
 * each new crud changes the position of all others: only their article elements render again.
 */
export const FeedPosition = createContext<number | undefined>(undefined);
export const FeedTotal = createContext<number | undefined>(undefined);

interface Props {
  activity: Activity;
  /** The crud has expired: its text fades before the row is removed. */
  burning: boolean;
  /** Ids of the elements of its accessible name. */
  labelledBy: string;
  className?: string;
  children: ReactNode;
}

/** An article of the ARIA feed pattern. A click anywhere and Enter open its crud. */
export function CrudArticle(props: Props) {
  const { activity, labelledBy, className, burning, children } = props;
  const { uuid, expires_at } = activity;
  return (
    <article
      className={clsx('crud', className, expires_at === null && 'plain', burning && 'burning')}
      aria-labelledby={labelledBy}
      aria-posinset={use(FeedPosition)}
      aria-setsize={use(FeedTotal)}
      data-crud={uuid}
      tabIndex={0}
      onClick={openCardOnClick}
      onKeyDown={openCardOnEnter}
    >
      {children}
    </article>
  );
}

/** Forwards a click to the covering link, unless it is on a link or button, or ends a text selection. */
function openCardOnClick({ target, currentTarget: card, nativeEvent }: ReactMouseEvent<HTMLElement>) {
  // React bubbles a click in the card's menu to the card, although the menu's portal is elsewhere in the document.
  if (!(target instanceof Element) || !card.contains(target) || target.closest('a, button')) return;
  if (window.getSelection()?.isCollapsed === false) return;
  // With the event's modifiers.
  card.querySelector('.cover')?.dispatchEvent(new MouseEvent('click', nativeEvent));
}

function openCardOnEnter(event: KeyboardEvent<HTMLElement>) {
  if (event.key !== 'Enter' || event.target !== event.currentTarget) return;
  event.currentTarget.querySelector<HTMLElement>('.cover')?.click();
}

type MutedRowProps = {
  activity: Activity;
  /** As `word`, `#hashtag` or `@handle`. */
  reason: string;
  onShow: (uuid: string) => void;
};

/** In place of a muted reply, until it is shown. */
export function MutedRow({ activity, reason, onShow }: MutedRowProps) {
  const id = useId();
  return (
    <CrudArticle activity={activity} burning={false} labelledBy={id} className="collapsed">
      <p id={id} dir="auto">
        Muted: {reason}
      </p>
      <Button variant="quiet" small aria-describedby={id} onClick={() => onShow(activity.uuid)}>
        Show
      </Button>
    </CrudArticle>
  );
}

type FoldedRowProps = {
  /** The first of them. */
  activity: Activity;
  /** Their ends in epoch milliseconds, ascending. */
  expiries: readonly number[];
  onShow: () => void;
};

/** In place of cruds of one author, until they are shown. A click anywhere and Enter press its button. */
export function FoldedRow({ activity, expiries, onShow }: FoldedRowProps) {
  const id = useId();
  const now = useLastPassed(expiries);
  const count = expiries.filter((end) => end > now).length;
  if (count === 0) return null;
  return (
    <CrudArticle activity={activity} burning={false} labelledBy={id} className="collapsed folded">
      <button type="button" className="cover" id={id} onClick={onShow}>
        {`${count} more from `}
        <bdi>{`@${activity.handle}`}</bdi>
      </button>
    </CrudArticle>
  );
}
