import { ERASED_NAME, type MessageGroup, type ShortUser } from '@cruddur/shared';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useCall } from '../base/http/page-services.ts';
import type { MessagesPage } from '../base/http/pages.ts';
import { conversationsQuery } from './conversation-queries.ts';
import { useBlockOf } from '../safety/use-block.ts';
import { hasErrorCode } from '../base/http/api-error.ts';
import { useNowUntil } from '../base/clock/clock-react.tsx';
import { usePresence } from '../sync/presence/use-presence.ts';
import { personQuery } from '../people/users.ts';

/** The conversation's row in the loaded list, and its unread count; the count is undefined until the list is loaded. */
export function useListedConversation(group: string | null): {
  listed: MessageGroup | undefined;
  unread: number | undefined;
} {
  const { data, isPending } = useInfiniteQuery(conversationsQuery(useCall()));
  const listed = data?.pages.flatMap((page) => page.items).find(({ uuid }) => uuid === group);
  return { listed, unread: isPending ? undefined : (listed?.unread ?? 0) };
}

/**
 * The other person, from the list or from a message of theirs. When their account is deleted, its messages may leave the page
 * without either: then the person known before is kept, under the name of erased accounts.
 */
export function usePartner(
  listed: ShortUser | undefined,
  { pages, own }: { pages: readonly MessagesPage[]; own: string },
): ShortUser | undefined {
  const found = listed ?? otherAuthor(pages, own);
  const [lastKnown, setLastKnown] = useState(found);
  if (found && found !== lastKnown) setLastKnown(found);
  return found ?? (lastKnown && { ...lastKnown, display_name: ERASED_NAME });
}

/** The other person when the list does not reach as far as the conversation. */
function otherAuthor(pages: readonly MessagesPage[], own: string): ShortUser | undefined {
  return pages.flatMap((page) => page.items).find(({ cognito_user_uuid }) => cognito_user_uuid !== own);
}

/** Whether the other person's account is deleted. Any account may take the name of erased ones, so the server decides. */
export function useIsPartnerDeleted(partner: ShortUser | undefined): boolean {
  const { error } = useQuery({
    ...personQuery(useCall(), partner?.handle ?? ''),
    enabled: partner?.display_name === ERASED_NAME,
    staleTime: 0,
  });
  return hasErrorCode(error, 'user_not_found');
}

/** Whether the other person has this conversation open, and whether they are typing in it; neither of a hidden person. */
export function usePartnerPresence(
  group: string,
  partner: ShortUser | undefined,
): { isPresent: boolean; typing: boolean } {
  const { hidden } = useBlockOf(partner?.cognito_user_uuid);
  const { presentUntil, typingUntil } = usePresence(group, partner?.handle ?? '');
  return {
    isPresent: presentUntil > useNowUntil(presentUntil) && !hidden,
    typing: typingUntil > useNowUntil(typingUntil) && !hidden,
  };
}
