import { useEffect, useEffectEvent, useLayoutEffect, useState } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom';
import { saveFeed, readSavedFeed, type SavedFeed } from './saved-feeds.ts';

/** How this list was left at this entry of the history, for those who come back to it; undefined on any other way here. */
export function useSavedFeed(label: string): { id: string; saved: SavedFeed | undefined } {
  const { key } = useLocation();
  const way = useNavigationType();
  const id = `${key} ${label}`;
  // Looked up once: what is kept from then on is for the next return.
  const [kept] = useState(() => (way === NavigationType.Pop ? readSavedFeed(id) : undefined));
  const [first] = useState(id);
  return { id: first, saved: kept };
}

/** Keeps the list when it leaves the page. */
export function useSaveFeedOnLeave(id: string, look: () => SavedFeed): void {
  const now = useEffectEvent(look);
  useLayoutEffect(() => () => saveFeed(id, now()), [id]);
}

/** Puts a list back as it was, once the router has done its own part, which knows no rows. */
export function useRestoredFeed(kept: SavedFeed | undefined, goBack: (kept: SavedFeed) => void): void {
  const act = useEffectEvent(goBack);
  useEffect(() => {
    if (!kept) return;
    const frame = requestAnimationFrame(() => act(kept));
    return () => cancelAnimationFrame(frame);
  }, [kept]);
}
