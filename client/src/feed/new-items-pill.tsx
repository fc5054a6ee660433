import type { Activity } from '@cruddur/shared';
import { useEffect, useEffectEvent, useState, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import { NewCrudsPill } from '../crud/new-cruds-pill.tsx';
import type { ScrollAnchor } from './scroll-anchor.ts';
import { isScrolledDown } from './scrolled-down.ts';
import type { FeedHandle } from './feed-rows.tsx';

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
