import type { Activity, Lifetime, Marks, SearchResult } from '@cruddur/shared';
import type { Call } from './http-client.ts';
import {
  createPage,
  type FeedPage,
  type NotificationsPage,
  type PostPage,
  type ProfilePage,
  type SearchPage,
} from './pages.ts';

/** The start of a page, and the signal that aborts its call. */
export interface PageRequest {
  before: string | null;
  signal: AbortSignal;
}

export async function fetchHomeFeed(call: Call, page: PageRequest): Promise<FeedPage> {
  const response = await call('homeFeed', page);
  return createPage(response, null, response.data);
}

export async function fetchNotifications(call: Call, page: PageRequest): Promise<NotificationsPage> {
  const response = await call('notifications', page);
  return createPage(response, null, response.data);
}

export async function fetchProfilePage(call: Call, handle: string, page: PageRequest): Promise<ProfilePage> {
  const response = await call('profilePage', { params: { handle }, ...page });
  return createPage(response, response.data.profile, response.data.activities);
}

export interface PostAddress {
  handle: string;
  activity_uuid: string;
}

export async function fetchPost(call: Call, params: PostAddress, page: PageRequest): Promise<PostPage> {
  const response = await call('singlePost', { params: { ...params }, ...page });
  return createPage(response, response.data.activity, response.data.replies);
}

export interface NewCrud {
  message: string;
  ttl: Lifetime;
  user_handle: string;
}

export async function postCrud(call: Call, body: NewCrud, operationId: string): Promise<Activity> {
  return (await call('createActivity', { body, operationId })).data;
}

export interface NewReply {
  activity_uuid: string;
  message: string;
}

export async function postReply(call: Call, body: NewReply, operationId: string): Promise<Activity> {
  const params = { activity_uuid: body.activity_uuid };
  return (await call('createReply', { params, body, operationId })).data;
}

/** Adds or removes a like or a repost. @returns the new marks and counts */
export async function setMark(call: Call, uuid: string, mark: MarkChange): Promise<Marks> {
  return (await call(MARK_CALLS[mark], { params: { activity_uuid: uuid } })).data;
}

const MARK_CALLS = { like: 'like', unlike: 'unlike', repost: 'repost', unrepost: 'unrepost' } as const;
export type MarkChange = keyof typeof MARK_CALLS;

export async function burnCrud(call: Call, uuid: string): Promise<void> {
  await call('burnActivity', { params: { activity_uuid: uuid } });
}

export async function markNotificationsRead(call: Call, before: string): Promise<number> {
  return (await call('markNotificationsRead', { body: { before } })).data.unread;
}

/** A single search, for suggestions while the user types. */
export async function searchOnce(call: Call, term: string, signal: AbortSignal): Promise<SearchResult> {
  return (await call('search', { query: { term }, signal })).data;
}

/** A search whose result is cached as a list, so that stream events update it. */
export async function fetchSearchPage(call: Call, term: string, signal: AbortSignal): Promise<SearchPage> {
  const response = await call('search', { query: { term }, signal });
  const { activities, people, hashtags } = response.data;
  return createPage(response, { term, people, hashtags }, activities);
}
