import type { Activity } from '@cruddur/shared';
import { useState, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import { NewCrudsPill } from '../components/new-cruds-pill.tsx';
import type { FeedPlace } from './feed-place.ts';
import type { FeedHandle } from './feed-rows.tsx';

interface Props {
  list: RefObject<FeedHandle | null>;
  waiting: readonly Activity[];
  onShow: () => void;
}

/** How many cruds wait; a click goes up to them, and then offers the way back to the place that was read. */
export function HeldPill({ list, waiting, onShow }: Props) {
  const [place, setPlace] = useState<FeedPlace | null>(null);
  if (waiting.length === 0 && place === null) return null;
  const show = () => {
    setPlace(list.current?.place() ?? null);
    // The list keeps its reader's place when something comes above; only then may the page go up.
    flushSync(onShow);
    window.scrollTo({ top: 0 });
  };
  const goBack = () => {
    if (place) list.current?.goTo(place);
    setPlace(null);
    // The button goes, and focus stays near what is read again: only the rows around it are there.
    document.getElementById('main')?.focus({ preventScroll: true });
  };
  return (
    <NewCrudsPill count={waiting.length} people={waiting} onPress={waiting.length > 0 ? show : goBack} />
  );
}
