import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import type { ConversationsPage, MessagesPage, Page } from '../../base/http/pages.ts';
import { mapItems } from './cache-reducer.ts';
import { updateCachedLists, withUnconfirmed } from './cached-lists.ts';
import { withoutPreview, withoutText } from './conversation-reducers.ts';
import { queryKeys } from './query-keys.ts';

/** Removes the text of a message from every cached list; the event that follows changes nothing more. */
export function removeMessageText(client: QueryClient, uuid: string): void {
  updateCachedLists<InfiniteData<MessagesPage>>(client, { queryKey: ['messages'] }, (data) =>
    withMappedItems(data, uuid, withoutText(uuid)),
  );
  updateCachedLists<InfiniteData<ConversationsPage>>(client, { queryKey: queryKeys.conversations }, (data) =>
    withMappedItems(data, uuid, withoutPreview(uuid)),
  );
}

function withMappedItems<Item, Head>(
  data: InfiniteData<Page<Item, Head>>,
  uuid: string,
  change: (item: Item) => Item,
): InfiniteData<Page<Item, Head>> {
  const pages = mapItems(data.pages, (page) => {
    const items = mapItems(page.items, change);
    return items === page.items ? page : { ...withUnconfirmed(page, uuid), items };
  });
  return pages === data.pages ? data : { ...data, pages };
}
