import type { VirtualItem } from '@tanstack/react-virtual';
import { MAX_UNOBSERVED_LISTS } from '../cache/evict-unobserved-lists.ts';
import type { ScrollAnchor } from './scroll-anchor.ts';

/** How a list was when its reader left it. */
export interface SavedFeed {
  anchor: ScrollAnchor;
  /** Where the page was scrolled to, and where the list began on it. */
  offset: number;
  margin: number;
  /** The rows whose heights are known. */
  heights: VirtualItem[];
  /** The row that had focus. */
  focused: string | null;
}

/** By history entry and list: going back finds each list as it was, in this load of the program. */
const savedFeeds = new Map<string, SavedFeed>();

export function saveFeed(id: string, feed: SavedFeed): void {
  savedFeeds.delete(id);
  savedFeeds.set(id, feed);
  const [oldest] = savedFeeds.keys();
  if (savedFeeds.size > MAX_UNOBSERVED_LISTS && oldest !== undefined) savedFeeds.delete(oldest);
}

export function readSavedFeed(id: string): SavedFeed | undefined {
  return savedFeeds.get(id);
}
