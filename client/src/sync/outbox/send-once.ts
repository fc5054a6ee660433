import type { Activity, DirectMessage } from '@cruddur/shared';
import { postCrud, postReply } from '../api/activities.ts';
import { ApiError } from '../api/api-error.ts';
import type { Call } from '../api/http-client.ts';
import { abortAfter } from '../runtime/abort-after.ts';
import type { Timers } from '../runtime/runtime.ts';
import { sendMessage } from '../api/messages.ts';
import type { OutboxItem } from './outbox-item.ts';

/** The entity that the server has created from an item. */
export type AcceptedEntity = Activity | DirectMessage;

/** `unknown`: the server may have the item; sending it again with the same operation id settles it. */
export type SendOutcome =
  | { kind: 'done'; answer: AcceptedEntity | null }
  | { kind: 'refused'; codes: readonly string[] }
  | { kind: 'unknown' };

/** The timeout of one attempt, in milliseconds. */
export const ANSWER_TIMEOUT_MS = 15_000;

export interface SendOnceParts {
  call: Call;
  timers: Timers;
}

/** Sends an item once, with its operation id. Never rejects. */
export async function sendOnce(
  { call, timers }: SendOnceParts,
  item: OutboxItem,
  stopped: AbortSignal,
): Promise<SendOutcome> {
  const timeout = abortAfter(timers, ANSWER_TIMEOUT_MS);
  const signal = AbortSignal.any([stopped, timeout.signal]);
  try {
    return { kind: 'done', answer: await sendItem((name, input) => call(name, { ...input, signal }), item) };
  } catch (failure) {
    return toSendOutcome(failure, item);
  } finally {
    timeout.cancel();
  }
}

function sendItem(call: Call, { act, operationId }: OutboxItem): Promise<AcceptedEntity> {
  const { message } = act;
  switch (act.kind) {
    case 'crud':
      return postCrud(call, { message, ttl: act.ttl, user_handle: act.user_handle }, operationId);
    case 'reply':
      return postReply(call, { message, activity_uuid: act.activity_uuid }, operationId);
    case 'message':
      return sendMessage(
        call,
        // The body must be the same in every attempt: the server refuses another one for the same operation id.
        act.group === null
          ? { message, handle: act.handle ?? '' }
          : { message, message_group_uuid: act.group },
        operationId,
      );
  }
}

const GONE = 410;

/** The outcome of a failed attempt. */
export function toSendOutcome(failure: unknown, { act }: OutboxItem): SendOutcome {
  if (!(failure instanceof ApiError) || isInconclusive(failure)) return { kind: 'unknown' };
  // The item was accepted and has been burned since. For a reply, 410 may mean that the parent crud is gone.
  if (failure.status === GONE && act.kind !== 'reply') return { kind: 'done', answer: null };
  return { kind: 'refused', codes: failure.codes };
}

/**
 * Statuses that do not refer to the item: unauthorized (401), proxy authentication (407), request timeout (408), misdirected
 * request (421), too early (425), too many requests (429).
 */
const TRANSIENT_STATUSES: readonly number[] = [401, 407, 408, 421, 425, 429];

/**
 * Codes that do not refer to the item: its author has no handle yet, or a proxy between two releases does not know the route.
 * They apply to all items of the lane, so blocking it costs nothing.
 */
const UNDECIDED_CODES: readonly string[] = ['handle_taken', 'generic_404', 'generic_405'];

/**
 * Network failures, transient statuses and server errors. Any other 4xx is a refusal, even a proxy's 413 in HTML: the item would
 * be refused every time, and block its lane.
 */
function isInconclusive({ status, codes }: ApiError): boolean {
  return (
    status < 400 ||
    status >= 500 ||
    TRANSIENT_STATUSES.includes(status) ||
    codes.some((code) => UNDECIDED_CODES.includes(code))
  );
}
