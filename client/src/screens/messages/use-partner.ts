import type { MessageGroup, ShortUser } from '@cruddur/shared';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useCall } from '../../api/api-react.tsx';
import type { MessagesPage } from '../../api/pages.ts';
import { conversationsQuery } from '../../api/queries.ts';

/** A conversation as the list has it, if it is among what is loaded; how much of it is unread, once that can be told. */
export function useListed(group: string): { listed: MessageGroup | undefined; unread: number | undefined } {
  const { data, isPending } = useInfiniteQuery(conversationsQuery(useCall()));
  const listed = data?.pages.flatMap((page) => page.items).find(({ uuid }) => uuid === group);
  return { listed, unread: isPending ? undefined : (listed?.unread ?? 0) };
}

/** Who wrote here that is not oneself: where the conversation stands further down than what is loaded. */
export function otherAuthor(pages: readonly MessagesPage[], own: string): ShortUser | undefined {
  return pages.flatMap((page) => page.items).find(({ cognito_user_uuid }) => cognito_user_uuid !== own);
}
