import type { Activity } from '@cruddur/shared';
import { useState, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import { NewCrudsPill } from '../crud/new-cruds-pill.tsx';
import type { ScrollAnchor } from './scroll-anchor.ts';
import { isScrolledDown } from './scrolled-down.ts';
import type { FeedHandle } from './feed-rows.tsx';

interface Props {
  list: RefObject<FeedHandle | null>;
  newItems: readonly Activity[];
  onShow: () => void;
}

/** The number of buffered cruds. A click shows them and scrolls up; from there, the next one scrolls back. */
export function NewItemsPill({ list, newItems, onShow }: Props) {
  const [anchor, setAnchor] = useState<ScrollAnchor | null>(null);
  if (newItems.length === 0 && anchor === null) return null;
  const focusScreen = () => document.getElementById('main')?.focus({ preventScroll: true });
  const show = () => {
    if (!isScrolledDown()) {
      onShow();
      focusScreen();
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
    <NewCrudsPill count={newItems.length} people={newItems} onPress={newItems.length > 0 ? show : goBack} />
  );
}
