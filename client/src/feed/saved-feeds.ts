import type { VirtualItem } from '@tanstack/react-virtual';
import { useEffect, useEffectEvent, useLayoutEffect, useState } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom';
import { MAX_UNOBSERVED_LISTS } from '../cache/query-client.ts';
import type { ScrollAnchor } from './scroll-anchor.ts';

/** The view of a list when it was left. */
export interface SavedFeed {
  anchor: ScrollAnchor;
  /** The page's scroll offset, and the offset of the list on the page. */
  offset: number;
  margin: number;
  /** The rows with a measured height. */
  heights: VirtualItem[];
  /** The key of the row that had focus. */
  focused: string | null;
}

/** By history entry and list: Back restores each list. In memory only. */
const savedFeeds = new Map<string, SavedFeed>();

function saveFeed(id: string, feed: SavedFeed): void {
  savedFeeds.delete(id);
  savedFeeds.set(id, feed);
  const [oldest] = savedFeeds.keys();
  if (savedFeeds.size > MAX_UNOBSERVED_LISTS && oldest !== undefined) savedFeeds.delete(oldest);
}

/** The saved view of this list at this history entry; undefined unless the navigation was Back or Forward. */
export function useSavedFeed(label: string): { id: string; saved: SavedFeed | undefined } {
  const { key } = useLocation();
  const navigationType = useNavigationType();
  const id = `${key} ${label}`;
  // Read on mount only: what is saved later is for the next visit.
  const [saved] = useState(() => (navigationType === NavigationType.Pop ? savedFeeds.get(id) : undefined));
  const [first] = useState(id);
  return { id: first, saved };
}

/** Saves the list's view when the list unmounts. */
export function useSaveFeedOnLeave(id: string, readFeed: () => SavedFeed): void {
  const readCurrentFeed = useEffectEvent(readFeed);
  useLayoutEffect(() => () => saveFeed(id, readCurrentFeed()), [id]);
}

/** Restores a list's view in the frame after the router's own scroll restoration, which knows no rows. */
export function useRestoredFeed(saved: SavedFeed | undefined, restore: (saved: SavedFeed) => void): void {
  const restoreFeed = useEffectEvent(restore);
  useEffect(() => {
    if (!saved) return;
    const frame = requestAnimationFrame(() => restoreFeed(saved));
    return () => cancelAnimationFrame(frame);
  }, [saved]);
}
