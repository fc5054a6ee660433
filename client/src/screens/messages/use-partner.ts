import { ERASED_NAME, type MessageGroup, type ShortUser } from '@cruddur/shared';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useCall } from '../../api/api-react.tsx';
import type { MessagesPage } from '../../api/pages.ts';
import { conversationsQuery, personQuery } from '../../cache/queries.ts';
import { hasErrorCode } from '../../api/api-error.ts';
import { useNowUntil } from '../../clock/clock-react.tsx';
import { usePresence } from '../../realtime/presence/presence-react.tsx';

/** A conversation as the list has it, if it is among what is loaded; how much of it is unread, once that can be told. */
export function useListedConversation(group: string): {
  listed: MessageGroup | undefined;
  unread: number | undefined;
} {
  const { data, isPending } = useInfiniteQuery(conversationsQuery(useCall()));
  const listed = data?.pages.flatMap((page) => page.items).find(({ uuid }) => uuid === group);
  return { listed, unread: isPending ? undefined : (listed?.unread ?? 0) };
}

/**
 * The other person, as the list has them or as they wrote here. Where only they have written, nothing is left of them once
 * their account has ended: then they are who they were, without their name.
 */
export function usePartner(
  listed: MessageGroup | undefined,
  { pages, own }: { pages: readonly MessagesPage[]; own: string },
): ShortUser | undefined {
  const found = listed ?? otherAuthor(pages, own);
  const [known, setKnown] = useState(found);
  if (found && found !== known) setKnown(found);
  return found ?? (known && { ...known, display_name: ERASED_NAME });
}

/** Who wrote here that is not oneself: where the conversation stands further down than what is loaded. */
function otherAuthor(pages: readonly MessagesPage[], own: string): ShortUser | undefined {
  return pages.flatMap((page) => page.items).find(({ cognito_user_uuid }) => cognito_user_uuid !== own);
}

/** Whether the other person's account is deleted. The name is no proof, because anybody may choose it; so it is asked. */
export function useIsPartnerDeleted(partner: ShortUser | undefined): boolean {
  const { error } = useQuery({
    ...personQuery(useCall(), partner?.handle ?? ''),
    enabled: partner?.display_name === ERASED_NAME,
    staleTime: 0,
  });
  return hasErrorCode(error, 'user_not_found');
}

/** Whether the other person looks at this conversation now, or types in it. */
export function usePartnerPresence(
  group: string,
  handle: string | undefined,
): { isPresent: boolean; typing: boolean } {
  const { presentUntil, typingUntil } = usePresence(group, handle ?? '');
  return {
    isPresent: presentUntil > useNowUntil(presentUntil),
    typing: typingUntil > useNowUntil(typingUntil),
  };
}
