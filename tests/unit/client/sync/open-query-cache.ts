import { QueryClient, type InfiniteData, type QueryKey } from '@tanstack/react-query';
import { createAvatarVersions } from '../../../../client/src/base/http/avatar-versions.ts';
import type { AnyPage } from '../../../../client/src/base/http/pages.ts';
import {
  createQueryCacheUpdates,
  type QueryCacheUpdatesParts,
} from '../../../../client/src/sync/cache/query-cache-updates.ts';
import { createTestRuntime } from '../../../support/create-test-runtime.ts';
import { viewer } from './sample-events.ts';

/** A query cache that follows the streams. */
export function openQueryCache(
  client = new QueryClient(),
  parts: Pick<QueryCacheUpdatesParts, 'onApplied'> = {},
) {
  const runtime = createTestRuntime();
  const { cacheUpdates, stop } = createQueryCacheUpdates({
    ...{ client, runtime, viewer: () => viewer, avatarVersions: createAvatarVersions(), ...parts },
  });
  return {
    client,
    runtime,
    cacheUpdates,
    isStale: (queryKey: QueryKey) => client.getQueryState(queryKey)?.isInvalidated,
    /** Stores a list of one page. */
    store: (queryKey: QueryKey, page: AnyPage) =>
      client.setQueryData(queryKey, { pages: [page], pageParams: [null] }),
    items: <Item>(queryKey: QueryKey) =>
      (client.getQueryData<InfiniteData<AnyPage>>(queryKey)?.pages ?? []).flatMap(
        ({ items }) => items as Item[],
      ),
    [Symbol.dispose]() {
      stop();
      client.clear();
    },
  };
}
