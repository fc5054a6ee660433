import type { StreamEvent } from '@cruddur/shared';

/** Who looks at the pages: some news mean something else for oneself. */
export interface Viewer {
  handle: string;
  cognito_id: string;
}

/** The answer of an effect that cannot bring a page up to date: it must be fetched again. */
export const REFETCH = Symbol('refetch');

export interface ReducerContext<P> {
  /** The first page of its list is where new things go. */
  isFirstPage: boolean;
  /** All pages of its list, as they were before the event. */
  pages: readonly P[];
  viewer: Viewer;
  /** Whose a crud is, where that is known here. */
  authorOf: (uuid: string) => string | undefined;
}

/** What one event does to one page: the changed page, or the very same one when it does nothing. */
export type CacheReducer<P> = (page: P, event: StreamEvent, place: ReducerContext<P>) => P | typeof REFETCH;

/** The page with other items; the same page when they are the same list. */
export function withItems<P extends { items: unknown[] }>(page: P, items: P['items']): P {
  return items === page.items ? page : { ...page, items };
}

/** Maps a list, keeping its identity when no item changed. */
export function mapItems<T>(items: T[], change: (item: T) => T): T[] {
  const mapped = items.map(change);
  return mapped.some((item, index) => item !== items[index]) ? mapped : items;
}

/** Filters a list, keeping its identity when nothing leaves. */
export function filterItems<T>(items: T[], keep: (item: T) => boolean): T[] {
  return items.every(keep) ? items : items.filter(keep);
}
