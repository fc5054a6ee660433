import type { Activity } from '@cruddur/shared';
import { useState, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import { NewCrudsPill } from '../crud/new-cruds-pill.tsx';
import type { ScrollAnchor } from './scroll-anchor.ts';
import type { FeedHandle } from './feed-rows.tsx';

interface Props {
  list: RefObject<FeedHandle | null>;
  newItems: readonly Activity[];
  onShow: () => void;
}

/** How many cruds wait; a click goes up to them, and then offers the way back to the place that was read. */
export function NewItemsPill({ list, newItems, onShow }: Props) {
  const [place, setPlace] = useState<ScrollAnchor | null>(null);
  if (newItems.length === 0 && place === null) return null;
  const show = () => {
    setPlace(list.current?.readAnchor() ?? null);
    // The list keeps its reader's place when something comes above; only then may the page go up.
    flushSync(onShow);
    window.scrollTo({ top: 0 });
  };
  const goBack = () => {
    if (place) list.current?.scrollToAnchor(place);
    setPlace(null);
    // The button goes, and focus stays near what is read again: only the rows around it are there.
    document.getElementById('main')?.focus({ preventScroll: true });
  };
  return (
    <NewCrudsPill count={newItems.length} people={newItems} onPress={newItems.length > 0 ? show : goBack} />
  );
}
