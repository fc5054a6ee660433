import type {
  Activity,
  ConversationLifetime,
  DirectMessage,
  Me,
  MessageGroup,
  Notification,
  Profile,
  SearchResult,
  StreamCursors,
} from '@cruddur/shared';
import type { ApiResponse } from './http-client.ts';

/**
 * One cached page of a list, newest first in every list, with the entity above the list and the stream positions of its
 * snapshot. `asOf` advances as events are applied: it is the position up to which the page includes them.
 */
export interface Page<Item, Head = null> {
  head: Head;
  items: Item[];
  next: string | null;
  asOf: StreamCursors | null;
  /** The uuids of entities that the answer of a call has added, changed or removed before the event that says so. */
  unconfirmed?: readonly string[];
  /** The number of new items that it left out because it was full. */
  missed?: number;
}

export type AnyPage = Page<unknown, unknown>;

/** The viewer's account as a page without items, so that the reducers of pages apply to its numbers too. */
export type MePage = Page<never, Me>;
export type FeedPage = Page<Activity>;
export type NotificationsPage = Page<Notification>;
export type ProfilePage = Page<Activity, Profile>;
export type PostPage = Page<Activity, Activity>;
/** Matching cruds, below the users and hashtags that match the same term. */
export type SearchPage = Page<Activity, Omit<SearchResult, 'activities'> & { term: string }>;
export type ConversationsPage = Page<MessageGroup>;
/** The conversation of a page, and the last message that the partner has read as far as this tab knows. */
export interface ConversationHead {
  group: string;
  read_uuid: string | null;
}
/** The lifetime of a conversation's messages as a page without items. */
export type LifetimePage = Page<never, ConversationLifetime>;
export type MessagesPage = Page<DirectMessage, ConversationHead>;

/** Converts a response to a page. */
export function createPage<Item, Head>(
  response: ApiResponse<unknown>,
  head: Head,
  items: Item[],
): Page<Item, Head> {
  return { head, items, next: response.next, asOf: response.cursors };
}

/** The start of a page, and the signal that aborts its call. */
export interface PageRequest {
  before: string | null;
  signal: AbortSignal;
}
