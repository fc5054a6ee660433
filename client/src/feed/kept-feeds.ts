import type { VirtualItem } from '@tanstack/react-virtual';
import { LISTS_KEPT } from '../api/kept-lists.ts';
import type { FeedPlace } from './feed-place.ts';

/** How a list was when its reader left it. */
export interface KeptFeed {
  place: FeedPlace;
  /** Where the page was scrolled to, and where the list began on it. */
  offset: number;
  margin: number;
  /** The rows whose heights are known. */
  heights: VirtualItem[];
  /** The row that had focus. */
  focused: string | null;
}

/** By history entry and list: going back finds each list as it was, in this load of the program. */
const kept = new Map<string, KeptFeed>();

export function keepFeed(id: string, feed: KeptFeed): void {
  kept.delete(id);
  kept.set(id, feed);
  const [oldest] = kept.keys();
  if (kept.size > LISTS_KEPT && oldest !== undefined) kept.delete(oldest);
}

export function keptFeed(id: string): KeptFeed | undefined {
  return kept.get(id);
}
