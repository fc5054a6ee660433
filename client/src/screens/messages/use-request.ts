import type { RequestState } from '@cruddur/shared';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { fromPromise } from 'xstate';
import { hasErrorCode } from '../../api/api-error.ts';
import { useCall } from '../../api/api-react.tsx';
import { acceptRequest, deleteRequest } from '../../api/requests.ts';
import { conversationsQuery } from '../../cache/conversation-queries.ts';
import { refetchAfterAnswer } from '../../cache/follow-requests.ts';
import { requestStateQuery } from '../../cache/request-queries.ts';
import { requestMachine } from '../../machines/request.machine.ts';
import { useMachine } from '../../use-machine.ts';

/**
 * How a conversation stands for the viewer: `loading` until it is known whether one that was never in the list is a request, so that
 * nothing is marked as read or told to its sender before; `missing` when there is none, or the viewer has deleted it.
 */
export function useRequestState(group: string | null): RequestState['state'] | 'loading' | 'missing' {
  const call = useCall();
  const conversations = useInfiniteQuery(conversationsQuery(call));
  const listed = conversations.data?.pages.flatMap(({ items }) => items).find(({ uuid }) => uuid === group);
  // One that leaves the list, because its partner's account ends, stays on the screen as it is until the answer.
  const [known, setKnown] = useState<{ group: string | null; state: RequestState['state'] } | null>(null);
  const listedState = listed ? (listed.request ?? 'open') : undefined;
  if (listedState && (known?.group !== group || known.state !== listedState))
    setKnown({ group, state: listedState });
  const isUnlisted = group !== null && conversations.data !== undefined && listed === undefined;
  const { data, error, isPending } = useQuery({
    ...requestStateQuery(call, group ?? ''),
    enabled: isUnlisted,
  });
  if (listedState) return listedState;
  if (!isUnlisted) return 'open';
  // Also after a state, when another tab has deleted the request.
  if (hasErrorCode(error, 'message_group_not_found')) return 'missing';
  if (isPending) return known?.group === group ? known.state : 'loading';
  return data?.state ?? 'open';
}

/** Runs the machine of one request. */
export function useAnswerRequest(group: string) {
  const call = useCall();
  const client = useQueryClient();
  const machine = useMemo(
    () =>
      requestMachine.provide({
        actors: {
          accept: fromPromise<unknown>(async () => {
            await acceptRequest(call, group);
            await refetchAfterAnswer(client);
          }),
          remove: fromPromise<unknown>(async () => {
            await deleteRequest(call, group);
            void refetchAfterAnswer(client);
          }),
        },
      }),
    [call, client, group],
  );
  return useMachine(machine);
}
