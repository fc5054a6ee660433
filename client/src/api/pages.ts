import type {
  Activity,
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
 * One cached page of a list, newest first whatever the list, with what stands above it and the place in the streams at which
 * its snapshot was taken. `asOf` moves on as events are applied, so it always says what the page has seen.
 */
export interface Page<Item, Head = null> {
  head: Head;
  items: Item[];
  next: string | null;
  asOf: StreamCursors | null;
}

/** The own account: a list of nothing, so that its numbers follow the streams by the rule of all pages. */
export type MePage = Page<never, Me>;
export type FeedPage = Page<Activity>;
export type NotificationsPage = Page<Notification>;
export type ProfilePage = Page<Activity, Profile>;
export type PostPage = Page<Activity, Activity>;
/** The cruds found, below the people and hashtags found by the same words. */
export type SearchPage = Page<Activity, Omit<SearchResult, 'activities'> & { term: string }>;
export type ConversationsPage = Page<MessageGroup>;
/** Which conversation a page belongs to, and how far the other person has read as far as this tab has heard. */
export interface ConversationHead {
  group: string;
  read_uuid: string | null;
}
export type MessagesPage = Page<DirectMessage, ConversationHead>;

/** Lays an answer out as a page. */
export function createPage<Item, Head>(
  answer: ApiResponse<unknown>,
  head: Head,
  items: Item[],
): Page<Item, Head> {
  return { head, items, next: answer.next, asOf: answer.cursors };
}
