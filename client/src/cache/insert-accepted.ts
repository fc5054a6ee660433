import type { Activity, DirectMessage } from '@cruddur/shared';
import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import type { ConversationsPage } from '../api/pages.ts';
import { queryKeys } from './query-keys.ts';
import type { AcceptedEntity } from '../outbox/send-once.ts';
import type { OutboxItem } from '../outbox/outbox-item.ts';
import { insertOnTop } from './insert-on-top.ts';

/** Puts what the server made of an item where the item was shown, so that it is never missing in between. */
export function insertAccepted(client: QueryClient, { act }: OutboxItem, answer: AcceptedEntity): void {
  switch (act.kind) {
    case 'crud':
      insertOnTop(client, queryKeys.home, answer);
      insertOnTop(client, queryKeys.profile((answer as Activity).handle), answer);
      return;
    case 'reply':
      insertOnTop(client, queryKeys.post(act.activity_uuid), answer);
      return;
    case 'message': {
      const { message_group_uuid } = answer as DirectMessage;
      const group = act.group ?? message_group_uuid ?? findGroupByHandle(client, act.handle);
      if (group) insertOnTop(client, queryKeys.messages(group), answer);
      // A conversation that is new, or was not known here, comes into the list, which leads to it.
      if (act.group === null) void client.invalidateQueries({ queryKey: queryKeys.conversations });
    }
  }
}

function findGroupByHandle(client: QueryClient, handle: string | null): string | undefined {
  const data = client.getQueryData<InfiniteData<ConversationsPage>>(queryKeys.conversations);
  return data?.pages.flatMap(({ items }) => items).find((group) => group.handle === handle)?.uuid;
}
