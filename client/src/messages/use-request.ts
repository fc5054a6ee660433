import type { MessageGroup, RequestState } from '@cruddur/shared';
import {
  useInfiniteQuery,
  useQuery,
  useQueryClient,
  infiniteQueryOptions,
  queryOptions,
} from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { hasErrorCode } from '../base/http/api-error.ts';
import { useCall } from '../base/http/page-services.ts';
import { conversationsQuery } from './conversation-queries.ts';
import { isKeptForRequest, refetchAfterAnswer, REQUESTS_KEY } from '../sync/cache/follow-requests.ts';
import type { OutboxContent } from '../sync/outbox/outbox-item.ts';
import { useOutbox, useOutboxItems } from '../sync/outbox/outbox-react.tsx';
import { useForm } from '../base/machines/use-form.ts';
import type { Call } from '../base/http/http-client.ts';
import { streamUpdated } from '../sync/cache/query-options.ts';
import { createPage, type ConversationsPage, type PageRequest } from '../base/http/pages.ts';

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

/** Sends the messages that are kept for a request once it is accepted. */
export function KeptMessages(): null {
  const outbox = useOutbox();
  const items = useOutboxItems();
  const { data } = useInfiniteQuery({
    ...conversationsQuery(useCall()),
    enabled: items.some(isKeptForRequest),
  });
  /** By row, the list for which the message was last sent: a further refusal is not repeated before the list changes. */
  const tried = useRef(new Map<string, unknown>());
  useEffect(() => {
    const groups = data?.pages.flatMap((page) => page.items) ?? [];
    for (const { row, act } of items.filter(isKeptForRequest)) {
      if (tried.current.get(row) === data || !groups.some(isOpenFor(act))) continue;
      tried.current.set(row, data);
      void outbox.retry(row).catch(() => undefined);
    }
  }, [items, data, outbox]);
  return null;
}

function isOpenFor(act: OutboxContent) {
  return ({ uuid, handle, request }: MessageGroup) =>
    request === undefined &&
    act.kind === 'message' &&
    (act.group === null ? act.handle?.toLowerCase() === handle : act.group === uuid);
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

export function requestsQuery(call: Call) {
  return infiniteQueryOptions({
    ...streamUpdated,
    queryKey: [...REQUESTS_KEY, 'list'],
    queryFn: ({ pageParam: before, signal }) => fetchRequests(call, { before, signal }),
  });
}

/** Whether a conversation is a request; fails with message_group_not_found for one that the viewer has deleted. */
function requestStateQuery(call: Call, group: string) {
  return queryOptions({
    queryKey: [...REQUESTS_KEY, group],
    queryFn: ({ signal }) => fetchRequestState(call, group, signal),
    staleTime: Infinity,
  });
}

async function fetchRequests(call: Call, page: PageRequest): Promise<ConversationsPage> {
  const response = await call('messageRequests', page);
  return createPage(response, null, response.data);
}

const of = (group: string) => ({ params: { message_group_uuid: group } });

/** @throws {ApiError} message_group_not_found, also when the viewer has deleted the request */
async function fetchRequestState(call: Call, group: string, signal: AbortSignal): Promise<RequestState> {
  return (await call('messageRequest', { ...of(group), signal })).data;
}

/** @throws {ApiError} generic_404 when it was deleted meanwhile */
async function acceptRequest(call: Call, group: string): Promise<void> {
  await call('acceptRequest', of(group));
}

/** @throws {ApiError} generic_404 when it was accepted meanwhile */
async function deleteRequest(call: Call, group: string): Promise<void> {
  await call('deleteRequest', of(group));
}
