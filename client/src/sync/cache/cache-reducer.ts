import type { StreamEvent } from '@cruddur/shared';

/** The signed-in user; some events have another effect on the viewer's own entities. */
export interface Viewer {
  handle: string;
  cognito_id: string;
}

/** The result of a reducer that cannot update a page: the list must be fetched again. */
export const REFETCH = Symbol('refetch');

export interface ReducerContext<P> {
  /** New items are inserted into the first page. */
  isFirstPage: boolean;
  /** All pages of its list, as they were before the event. */
  pages: readonly P[];
  viewer: Viewer;
  /** The author's id of a crud, if it is known. */
  authorOf: (uuid: string) => string | undefined;
}

/** Applies one event to one page. @returns the same page when nothing changes */
export type CacheReducer<P> = (page: P, event: StreamEvent, context: ReducerContext<P>) => P | typeof REFETCH;

/** The page with other items; the same page for the same list. */
export function withItems<P extends { items: unknown[] }>(page: P, items: P['items']): P {
  return items === page.items ? page : { ...page, items };
}

/** Maps a list, keeping its identity when no item changed. */
export function mapItems<T>(items: T[], change: (item: T) => T): T[] {
  const mapped = items.map(change);
  return mapped.some((item, index) => item !== items[index]) ? mapped : items;
}

/** Filters a list, keeping its identity when every item stays. */
export function filterItems<T>(items: T[], keep: (item: T) => boolean): T[] {
  return items.every(keep) ? items : items.filter(keep);
}
