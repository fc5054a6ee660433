import type { Activity, ShortUser } from '@cruddur/shared';
import { useEffect, useEffectEvent, useState, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import { type ScrollAnchor, isScrolledDown } from './scroll-anchor.ts';
import type { FeedHandle } from './feed-rows.tsx';
import { ArrowDown, ArrowUp, Pause, Play } from 'lucide-react';
import { Avatar } from '../people/avatar.tsx';
import { clsx } from 'clsx';
import { countOf } from '../cruds/counts.ts';
import { Icon, IconButton } from '../base/ui/icon.tsx';

/** The pill changes once in this time, so that it can be read while cruds arrive fast. In milliseconds. */
const CALM_MS = 1000;

interface Props {
  list: RefObject<FeedHandle | null>;
  newItems: readonly Activity[];
  /** More have arrived than the list took. */
  hasMore?: boolean;
  onShow: () => void;
}

/** The number of buffered cruds. A click shows them and scrolls up; from there, the next one scrolls back. */
export function NewItemsPill({ list, newItems, hasMore = false, onShow }: Props) {
  const [anchor, setAnchor] = useState<ScrollAnchor | null>(null);
  const people = useCalmList(newItems);
  const hasNew = newItems.length > 0 || hasMore;
  if (!hasNew && anchor === null) return null;
  const focusScreen = () => document.getElementById('main')?.focus({ preventScroll: true });
  const show = () => {
    // The list that is fetched again lacks the rows that were read.
    if (!isScrolledDown() || hasMore) {
      setAnchor(null);
      onShow();
      focusScreen();
      window.scrollTo({ top: 0 });
      return;
    }
    setAnchor(list.current?.readAnchor() ?? null);
    // The list anchors its scroll position when rows are inserted above, so it renders before the page scrolls.
    flushSync(onShow);
    window.scrollTo({ top: 0 });
  };
  const goBack = () => {
    if (anchor) list.current?.scrollToAnchor(anchor);
    setAnchor(null);
    // The focused button is removed.
    focusScreen();
  };
  return (
    <NewCrudsPill count={people.length} hasMore={hasMore} people={people} onPress={hasNew ? show : goBack} />
  );
}

/** Follows a list in steps of `CALM_MS`. Its first items show at once, and so does its end. */
function useCalmList<T>(list: readonly T[]): readonly T[] {
  const [shown, setShown] = useState(list);
  const isImmediate = list.length === 0 || shown.length === 0;
  if (isImmediate && shown !== list) setShown(list);
  const isBehind = !isImmediate && shown !== list;
  const catchUp = useEffectEvent(() => setShown(list));
  useEffect(() => {
    if (!isBehind) return;
    // An item that arrives with the last step leaves the list behind, so one step may not be enough.
    const timer = setInterval(catchUp, CALM_MS);
    return () => clearInterval(timer);
  }, [isBehind]);
  return isImmediate ? list : shown;
}

type NewCrudsPillProps = {
  /** The buffered cruds; 0 turns the pill into the way back. */
  count: number;
  /** There are more than `count`. */
  hasMore?: boolean;
  /** The authors, possibly repeated; three avatars are shown. */
  people: readonly ShortUser[];
  onPress: () => void;
};

/**
 * Buffered new cruds are announced in the header, so that the list does not move. After a press the same element becomes the way
 * back, which keeps focus. The shortcut for new cruds finds it by `data-shows-new`.
 */
export function NewCrudsPill({ count, hasMore = false, people, onPress }: NewCrudsPillProps) {
  const isBack = count === 0 && !hasMore;
  const faces = [...new Map(people.map((person) => [person.handle, person])).values()].slice(0, 3);
  return (
    <button
      type="button"
      className={clsx('pill', isBack && 'quiet')}
      data-shows-new={isBack ? undefined : ''}
      onClick={onPress}
    >
      <Icon of={isBack ? ArrowDown : ArrowUp} size="small" />
      <span className="n">{isBack ? 'Back to where you were' : formatCount(count, hasMore)}</span>
      {!isBack && faces.map((person) => <Avatar key={person.handle} person={person} size="tiny" />)}
    </button>
  );
}

function formatCount(count: number, hasMore: boolean): string {
  if (!hasMore) return countOf(count, 'new crud', 'new cruds');
  return count === 0 ? 'New cruds' : `${count}+ new cruds`;
}

type LiveSwitchProps = {
  live: boolean;
  /** The stream's cursor, shown as a tooltip. */
  caughtUp?: number | null;
  /** The pointer has come to the state, or left it. */
  onPoint?: (isPointed: boolean) => void;
  onToggle: () => void;
};

/** Shows whether live updates are on, with a button that pauses or resumes them. */
export function LiveSwitch({ live, caughtUp = null, onPoint, onToggle }: LiveSwitchProps) {
  const caughtUpText = caughtUp === null ? undefined : `Caught up to #${caughtUp}`;
  return (
    <>
      <span
        className={clsx('live', !live && 'paused')}
        title={caughtUpText}
        onPointerEnter={() => onPoint?.(true)}
        onPointerLeave={() => onPoint?.(false)}
      >
        {live ? 'Live' : 'Paused'}
      </span>
      <IconButton
        label={live ? 'Pause live updates' : 'Resume live updates'}
        icon={live ? Pause : Play}
        onClick={onToggle}
      />
    </>
  );
}
