import type { RequestState } from '@cruddur/shared';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { hasErrorCode } from '../../api/api-error.ts';
import { useCall } from '../../api/api-react.tsx';
import { acceptRequest, deleteRequest } from '../../api/requests.ts';
import { conversationsQuery } from '../../cache/conversation-queries.ts';
import { refetchAfterAnswer } from '../../cache/follow-requests.ts';
import { requestStateQuery } from '../../cache/request-queries.ts';
import { useForm } from '../../use-form.ts';

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

/** Another tab or device has answered the request with the other answer. */
const ANSWERED_CODE = 'generic_404';

/** The answers to one request: accepted at once, deleted after a confirmation. */
export function useAnswerRequest(group: string) {
  const call = useCall();
  const client = useQueryClient();
  const [isAsking, setIsAsking] = useState(false);
  const [isDeleted, setIsDeleted] = useState(false);
  const acceptance = useForm({
    async send() {
      setIsDeleted(!(await answer(() => acceptRequest(call, group))));
      await refetchAfterAnswer(client);
    },
  });
  const deletion = useForm({
    async send() {
      setIsDeleted(await answer(() => deleteRequest(call, group)));
      setIsAsking(false);
      void refetchAfterAnswer(client);
    },
  });
  const ask = (asks: boolean) => () => {
    acceptance.edit();
    deletion.edit();
    setIsAsking(asks);
  };
  const bar = {
    busy: acceptance.isBusy || deletion.isBusy,
    asking: isAsking,
    error: (isAsking ? deletion : acceptance).errors[0] ?? '',
    onAccept: () => acceptance.submit(),
    onDelete: ask(true),
    onKeep: ask(false),
    onConfirm: () => deletion.submit(),
  };
  return { isDeleted, bar };
}

/** @returns false when the other answer was given before */
async function answer(send: () => Promise<unknown>): Promise<boolean> {
  try {
    await send();
    return true;
  } catch (failure) {
    if (hasErrorCode(failure, ANSWERED_CODE)) return false;
    throw failure;
  }
}
