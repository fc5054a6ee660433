import type { MessageGroup, ShortUser } from '@cruddur/shared';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useCall } from '../../api/api-react.tsx';
import type { MessagesPage } from '../../api/pages.ts';
import { conversationsQuery } from '../../api/queries.ts';

/** A conversation as the list has it, if it is among what is loaded. */
export function useListed(group: string): MessageGroup | undefined {
  const { data } = useInfiniteQuery(conversationsQuery(useCall()));
  return data?.pages.flatMap((page) => page.items).find(({ uuid }) => uuid === group);
}

/** Who wrote here that is not oneself: where the conversation stands further down than what is loaded. */
export function otherAuthor(pages: readonly MessagesPage[], own: string): ShortUser | undefined {
  return pages.flatMap((page) => page.items).find(({ cognito_user_uuid }) => cognito_user_uuid !== own);
}
