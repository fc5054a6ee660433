import type { Activity, DirectMessage } from '@cruddur/shared';
import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import type { ConversationsPage } from '../api/pages.ts';
import { keys } from '../api/query-keys.ts';
import type { Answered } from '../outbox/attempt.ts';
import type { OutboxItem } from '../outbox/item.ts';
import { showOnTop } from './show-on-top.ts';

/** Puts what the server made of an item where the item was shown, so that it is never missing in between. */
export function showAnswer(client: QueryClient, { act }: OutboxItem, answer: Answered): void {
  switch (act.kind) {
    case 'crud':
      showOnTop(client, keys.home, answer);
      showOnTop(client, keys.profile((answer as Activity).handle), answer);
      return;
    case 'reply':
      showOnTop(client, keys.post(act.activity_uuid), answer);
      return;
    case 'message': {
      const { message_group_uuid } = answer as DirectMessage;
      const group = act.group ?? message_group_uuid ?? groupWith(client, act.handle);
      if (group) showOnTop(client, keys.messages(group), answer);
      // A conversation that is new, or was not known here, comes into the list, which leads to it.
      if (act.group === null) void client.invalidateQueries({ queryKey: keys.conversations });
    }
  }
}

function groupWith(client: QueryClient, handle: string | null): string | undefined {
  const data = client.getQueryData<InfiniteData<ConversationsPage>>(keys.conversations);
  return data?.pages.flatMap(({ items }) => items).find((group) => group.handle === handle)?.uuid;
}
