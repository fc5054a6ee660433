import type { Activity, DirectMessage } from '@cruddur/shared';
import { postCrud, postReply } from '../api/activities.ts';
import { ApiError } from '../api/api-error.ts';
import type { Call } from '../api/http-client.ts';
import { sendMessage } from '../api/messages.ts';
import type { OutboxItem } from './outbox-item.ts';

/** What the server made of an item. */
export type AcceptedEntity = Activity | DirectMessage;

/** Unknown: it may be on the server or not, and sending it once more settles that. */
export type SendOutcome =
  | { kind: 'done'; answer: AcceptedEntity | null }
  | { kind: 'refused'; codes: readonly string[] }
  | { kind: 'unknown' };

/** How long one attempt may stay without an answer, in milliseconds. */
const ANSWER_TIMEOUT_MS = 15_000;

/** Sends an item once, under its operation id. Never fails. */
export async function sendOnce(call: Call, item: OutboxItem, stopped: AbortSignal): Promise<SendOutcome> {
  const signal = AbortSignal.any([stopped, AbortSignal.timeout(ANSWER_TIMEOUT_MS)]);
  try {
    return { kind: 'done', answer: await send((name, input) => call(name, { ...input, signal }), item) };
  } catch (failure) {
    return toSendOutcome(failure, item);
  }
}

function send(call: Call, { act, operationId }: OutboxItem): Promise<AcceptedEntity> {
  const { message } = act;
  switch (act.kind) {
    case 'crud':
      return postCrud(call, { message, ttl: act.ttl, user_handle: act.user_handle }, operationId);
    case 'reply':
      return postReply(call, { message, activity_uuid: act.activity_uuid }, operationId);
    case 'message':
      return sendMessage(
        call,
        // The same body at each attempt: another one under the same operation would be refused.
        act.group === null
          ? { message, handle: act.handle ?? '' }
          : { message, message_group_uuid: act.group },
        operationId,
      );
  }
}

const GONE = 410;

/** What a failed attempt says about the item. */
export function toSendOutcome(failure: unknown, { act }: OutboxItem): SendOutcome {
  if (!(failure instanceof ApiError) || isInconclusive(failure)) return { kind: 'unknown' };
  // It was there and has been burned. For a reply it may be the crud above that is gone: then its text is given back.
  if (failure.status === GONE && act.kind !== 'reply') return { kind: 'done', answer: null };
  return { kind: 'refused', codes: failure.codes };
}

/**
 * Said of the moment or of the way, not of the item: not signed in (401), a proxy's own sign-in (407), too slow (408), the
 * wrong connection (421), too early (425), too many (429).
 */
const TRANSIENT_STATUSES: readonly number[] = [401, 407, 408, 421, 425, 429];

/**
 * Codes behind which nobody has looked at the item: its person has no handle as yet, or who answers does not know the address,
 * as a proxy does between two releases. Then nothing else would get through either, so holding up the lane costs nothing.
 */
const UNDECIDED_CODES: readonly string[] = ['handle_taken', 'generic_404', 'generic_405'];

/**
 * Lost, cut short, in passing, or a server in trouble. Any other 4xx is a refusal, also from a proxy in its own words, such as
 * a 413 in HTML: the same text would be turned away each time, and keep everything behind it from being sent.
 */
function isInconclusive({ status, codes }: ApiError): boolean {
  return (
    status < 400 ||
    status >= 500 ||
    TRANSIENT_STATUSES.includes(status) ||
    codes.some((code) => UNDECIDED_CODES.includes(code))
  );
}
