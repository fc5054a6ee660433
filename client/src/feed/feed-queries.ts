import type { HashtagCount } from '@cruddur/shared';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { Call } from '../base/http/http-client.ts';
import {
  createPage,
  type FeedPage,
  type PageRequest,
  type ProfilePage,
  type SearchPage,
} from '../base/http/pages.ts';
import { paging, refetchIntervalFor, streamUpdated } from '../sync/cache/query-options.ts';
import { queryKeys } from '../sync/cache/query-keys.ts';

export function homeQuery(call: Call) {
  return infiniteQueryOptions({
    ...streamUpdated,
    queryKey: queryKeys.home,
    queryFn: ({ pageParam: before, signal }) => fetchHomeFeed(call, { before, signal }),
  });
}

async function fetchHomeFeed(call: Call, page: PageRequest): Promise<FeedPage> {
  const response = await call('homeFeed', page);
  return createPage(response, null, response.data);
}

export function profileQuery(call: Call, handle: string, asVisitor: boolean) {
  return infiniteQueryOptions({
    ...paging,
    queryKey: queryKeys.profile(handle),
    queryFn: ({ pageParam: before, signal }) => fetchProfilePage(call, handle, { before, signal }),
    refetchInterval: refetchIntervalFor(asVisitor),
  });
}

async function fetchProfilePage(call: Call, handle: string, page: PageRequest): Promise<ProfilePage> {
  const response = await call('profilePage', { params: { handle }, ...page });
  return createPage(response, response.data.profile, response.data.activities);
}

export function searchQuery(call: Call, term: string) {
  return infiniteQueryOptions({
    ...paging,
    queryKey: queryKeys.search(term),
    queryFn: ({ signal }) => fetchSearchPage(call, term, signal),
  });
}

/** A search whose result is cached as a list, so that stream events update it. */
async function fetchSearchPage(call: Call, term: string, signal: AbortSignal): Promise<SearchPage> {
  const response = await call('search', { query: { term }, signal });
  const { activities, people, hashtags } = response.data;
  return createPage(response, { term, people, hashtags }, activities);
}

export function trendsQuery(call: Call) {
  return queryOptions({
    queryKey: queryKeys.trends,
    queryFn: ({ signal }) => fetchTrends(call, signal),
    refetchInterval: 60_000,
  });
}

async function fetchTrends(call: Call, signal: AbortSignal): Promise<HashtagCount[]> {
  return (await call('trends', { signal })).data;
}
