import type { StreamEvent, StreamName } from '@cruddur/shared';
import type { MePage, Page } from '../api/pages.ts';
import { conversationsReducer, messagesReducer } from './conversation-reducers.ts';
import { REFETCH, type CacheReducer, type ReducerContext } from './cache-reducer.ts';
import {
  homeReducer,
  notificationsReducer,
  postReducer,
  profileReducer,
  searchReducer,
} from './feed-reducers.ts';
/** The badges are absolute numbers of the server: part of the event, or fetched again. */
const meReducer: CacheReducer<MePage> = (page, event, { viewer }) => {
  const { head } = page;
  switch (event.kind) {
    case 'notifications.read':
      return { ...page, head: { ...head, unread: { ...head.unread, notifications: event.data.unread } } };
    case 'profile.updated':
      if (event.data.cognito_user_uuid !== viewer.cognito_id) return page;
      return { ...page, head: { ...head, ...event.data } };
    case 'message.created':
      return event.data.cognito_user_uuid === viewer.cognito_id ? page : REFETCH;
    case 'notification.created':
    case 'messages.erased':
    case 'read.updated':
      return REFETCH;
    default:
      return page;
  }
};
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
 * Applies one event to one page, unless the page's snapshot includes it. `asOf` advances only when the content changes: applying
 * the later events once more must change nothing.
 */
export function applyEventToPage(kind: PageKind, item: StreamedEvent, context: ReducerContext<AnyPage>) {
  const { stream, event } = item;
  // `queries.ts` pairs each kind of key with the type of its pages.
  const reduce = reducers[kind] as unknown as CacheReducer<AnyPage>;
  return (page: AnyPage): AnyPage | typeof REFETCH => {
    const position = page.asOf?.[stream];
    if (position && event.seq <= position.seq) return page;
    const changed = reduce(page, event, context);
    if (changed === REFETCH || changed === page || !page.asOf) return changed;
    return { ...changed, asOf: { ...page.asOf, [stream]: { seq: event.seq, tag: event.tag } } };
  };
}
