import type { Activity, Lifetime, Marks, SearchResult } from '@cruddur/shared';
import type { Call } from '../base/http/http-client.ts';
import { createPage, type PageRequest, type PostPage } from '../base/http/pages.ts';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { paging, refetchIntervalFor, streamUpdated } from '../sync/cache/query-options.ts';
import { queryKeys } from '../sync/cache/query-keys.ts';

export interface PostAddress {
  handle: string;
  activity_uuid: string;
}

async function fetchPost(call: Call, params: PostAddress, page: PageRequest): Promise<PostPage> {
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

export function postQuery(call: Call, address: PostAddress, asVisitor: boolean) {
  return infiniteQueryOptions({
    ...(asVisitor ? paging : streamUpdated),
    queryKey: queryKeys.post(address.activity_uuid),
    queryFn: ({ pageParam: before, signal }) => fetchPost(call, address, { before, signal }),
    refetchInterval: refetchIntervalFor(asVisitor),
  });
}

export function searchOnceQuery(call: Call, term: string) {
  return queryOptions({
    queryKey: queryKeys.searchOnce(term),
    queryFn: ({ signal }) => searchOnce(call, term, signal),
    enabled: term !== '',
  });
}

/** A single search, for suggestions while the user types. */
async function searchOnce(call: Call, term: string, signal: AbortSignal): Promise<SearchResult> {
  return (await call('search', { query: { term }, signal })).data;
}
