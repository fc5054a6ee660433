import type { ShortUser } from '@cruddur/shared';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useCall } from '../../api/api-react.tsx';
import { conversationsQuery } from '../../api/queries.ts';
import type { Bubble } from '../../components/message-groups.ts';

/** Who the conversation is with: by the list, or by what they said when it stands further down than what is loaded. */
export function usePartner(group: string, bubbles: readonly Bubble[]): ShortUser | undefined {
  const { data } = useInfiniteQuery(conversationsQuery(useCall()));
  const listed = data?.pages.flatMap((page) => page.items).find(({ uuid }) => uuid === group);
  return listed ?? bubbles.findLast(({ own }) => !own)?.message;
}
