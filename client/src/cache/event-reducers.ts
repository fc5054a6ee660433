import type { StreamEvent, StreamName } from '@cruddur/shared';
import type { Page } from '../api/pages.ts';
import { conversationsReducer, messagesReducer } from './conversation-reducers.ts';
import { REFETCH, type CacheReducer, type ReducerContext } from './cache-reducer.ts';
import {
  homeReducer,
  notificationsReducer,
  postReducer,
  profileReducer,
  searchReducer,
} from './feed-reducers.ts';
import { meReducer } from './me-reducer.ts';

/** What news do to each kind of cached list. */
const reducers = {
  home: homeReducer,
  notifications: notificationsReducer,
  profile: profileReducer,
  post: postReducer,
  search: searchReducer,
  conversations: conversationsReducer,
  messages: messagesReducer,
  me: meReducer,
};
export type PageKind = keyof typeof reducers;
export type AnyPage = Page<unknown, unknown>;

export function isPageKind(kind: unknown): kind is PageKind {
  return typeof kind === 'string' && Object.hasOwn(reducers, kind);
}

export interface StreamedEvent {
  stream: StreamName;
  event: StreamEvent;
}

/**
 * Applies one event to one page, unless the page's snapshot is of later than that. `asOf` moves only with the content: a page
 * is always its snapshot with the events after `asOf` folded in, and folding those in once more changes nothing.
 */
export function applyEventToPage(kind: PageKind, item: StreamedEvent, place: ReducerContext<AnyPage>) {
  const { stream, event } = item;
  // The kind of a key and the shape of its pages are paired where the page is fetched.
  const effect = reducers[kind] as unknown as CacheReducer<AnyPage>;
  return (page: AnyPage): AnyPage | typeof REFETCH => {
    const seen = page.asOf?.[stream];
    if (seen && event.seq <= seen.seq) return page;
    const changed = effect(page, event, place);
    if (changed === REFETCH || changed === page || !page.asOf) return changed;
    return { ...changed, asOf: { ...page.asOf, [stream]: { seq: event.seq, tag: event.tag } } };
  };
}
