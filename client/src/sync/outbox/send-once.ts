import type { Activity, DirectMessage } from '@cruddur/shared';
import { ApiError } from '../../base/http/api-error.ts';
import { abortAfter, type Timers } from '../../base/runtime/runtime.ts';
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
  /** Calls the server with the item's operation id. Rejects with ApiError. */
  send: (item: OutboxItem, signal: AbortSignal) => Promise<AcceptedEntity>;
  timers: Timers;
}

/** Sends an item once, with its operation id. Never rejects. */
export async function sendOnce(
  { send, timers }: SendOnceParts,
  item: OutboxItem,
  stopped: AbortSignal,
): Promise<SendOutcome> {
  const timeout = abortAfter(timers, ANSWER_TIMEOUT_MS);
  const signal = AbortSignal.any([stopped, timeout.signal]);
  try {
    return { kind: 'done', answer: await send(item, signal) };
  } catch (failure) {
    return toSendOutcome(failure, item);
  } finally {
    timeout.cancel();
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
 * They apply to all items of the queue, so blocking it costs nothing.
 */
const UNDECIDED_CODES: readonly string[] = ['handle_taken', 'generic_404', 'generic_405'];

/**
 * Network failures, transient statuses and server errors. Any other 4xx is a refusal, even a proxy's 413 in HTML: the item would
 * be refused every time, and block its queue.
 */
function isInconclusive({ status, codes }: ApiError): boolean {
  return (
    status < 400 ||
    status >= 500 ||
    TRANSIENT_STATUSES.includes(status) ||
    codes.some((code) => UNDECIDED_CODES.includes(code))
  );
}
