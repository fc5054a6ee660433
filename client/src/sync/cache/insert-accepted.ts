import type { Activity, DirectMessage } from '@cruddur/shared';
import type { InfiniteData, QueryClient, QueryKey } from '@tanstack/react-query';
import type { ConversationsPage, Page } from '../../base/http/pages.ts';
import { updateCachedLists, withUnconfirmed } from './cached-lists.ts';
import { queryKeys } from './query-keys.ts';

/** The request that created an entity, as far as it determines the lists that show it. */
export type AcceptedRequest =
  | { kind: 'crud' }
  | { kind: 'reply'; activity_uuid: string }
  | { kind: 'message'; group: string | null; handle: string | null };

/** Inserts an entity where its pending row was shown, so that the row does not disappear until its event arrives. */
export function insertAccepted(
  client: QueryClient,
  request: AcceptedRequest,
  entity: Activity | DirectMessage,
): void {
  switch (request.kind) {
    case 'crud':
      insertOnTop(client, queryKeys.home, entity);
      insertOnTop(client, queryKeys.profile((entity as Activity).handle), entity);
      return;
    case 'reply':
      insertOnTop(client, queryKeys.post(request.activity_uuid), entity);
      return;
    case 'message': {
      const { message_group_uuid } = entity as DirectMessage;
      const group = request.group ?? message_group_uuid ?? findGroupByHandle(client, request.handle);
      if (group) insertOnTop(client, queryKeys.messages(group), entity);
      // The conversation may be new, and the list links to it.
      if (request.group === null) void client.invalidateQueries({ queryKey: queryKeys.conversations });
    }
  }
}

/**
 * Inserts an entity at the top of a cached list, unless its event has arrived before. The event has the same uuid, and only
 * moves the entity to its final position.
 */
export function insertOnTop(client: QueryClient, queryKey: QueryKey, item: { uuid: string }): void {
  updateCachedLists<InfiniteData<Page<{ uuid: string }, unknown>>>(
    client,
    { queryKey, exact: true },
    (data) => {
      const [first, ...others] = data.pages;
      if (!first) return data;
      if (data.pages.some(({ items }) => items.some(({ uuid }) => uuid === item.uuid))) return data;
      return {
        ...data,
        pages: [{ ...withUnconfirmed(first, item.uuid), items: [item, ...first.items] }, ...others],
      };
    },
  );
}

function findGroupByHandle(client: QueryClient, handle: string | null): string | undefined {
  const data = client.getQueryData<InfiniteData<ConversationsPage>>(queryKeys.conversations);
  return data?.pages.flatMap(({ items }) => items).find((group) => group.handle === handle)?.uuid;
}
