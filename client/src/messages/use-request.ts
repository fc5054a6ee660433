import {
  REQUEST_MESSAGES_MAX,
  type MessageGroup,
  type RequestDetails,
  type RequestState,
} from '@cruddur/shared';
import {
  useInfiniteQuery,
  useQuery,
  useQueryClient,
  infiniteQueryOptions,
  queryOptions,
} from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { hasErrorCode } from '../base/http/api-error.ts';
import { useCall } from '../base/http/page-services.ts';
import { conversationsQuery } from './conversation-queries.ts';
import type { Bubble, MessageState } from './message-groups.ts';
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

/** The answers to one request: accepted at once, deleted after a confirmation. @param onAccepted called before its composer is shown */
export function useAnswerRequest(group: string, onAccepted: () => void) {
  const call = useCall();
  const client = useQueryClient();
  const [isAsking, setIsAsking] = useState(false);
  const [isDeleted, setIsDeleted] = useState(false);
  const acceptance = useForm({
    async send() {
      const isAccepted = await answer(() => acceptRequest(call, group));
      setIsDeleted(!isAccepted);
      if (isAccepted) onAccepted();
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

/**
 * How many messages a request of the viewer still takes; null when it is none, or its recipient takes any by now. No event tells that,
 * so the server is asked on each visit and after each message, and then gets the messages that were kept.
 */
export function useRequestLimit(
  group: string | null,
  isRequest: boolean,
  bubbles: readonly Bubble[],
): number | null {
  const outbox = useOutbox();
  const count = (...states: MessageState[]) =>
    bubbles.filter(({ own, state }) => own && states.includes(state)).length;
  const [answered, waiting, kept] = [count('sent', 'read'), count('sending'), count('kept')];
  const isAsked = isRequest && group !== null;
  const { data, refetch } = useQuery({
    ...requestStateQuery(useCall(), group ?? ''),
    enabled: isAsked,
    staleTime: 0,
  });
  useEffect(() => {
    if (isAsked) void refetch();
  }, [isAsked, answered, kept, refetch]);
  const takesAny = data?.state === 'sent' && data.messages_left === undefined;
  /** The answer for which they were last sent: a further refusal is not repeated before it changes. */
  const tried = useRef<unknown>(null);
  const sendKept = useEffectEvent(() => {
    for (const { message, state } of bubbles)
      if (state === 'kept') void outbox.retry(message.uuid).catch(() => undefined);
  });
  useEffect(() => {
    if (!isAsked || !takesAny || kept === 0 || tried.current === data) return;
    tried.current = data;
    sendKept();
  }, [isAsked, takesAny, kept, data]);
  if (!isRequest || takesAny) return null;
  if (kept > 0) return 0;
  // Only the server counts messages that have expired; its number is older than what is on its way.
  const left = REQUEST_MESSAGES_MAX - answered - waiting;
  return Math.max(0, Math.min(left, data?.messages_left ?? left));
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
async function fetchRequestState(call: Call, group: string, signal: AbortSignal): Promise<RequestDetails> {
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
