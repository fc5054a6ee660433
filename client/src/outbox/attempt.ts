import type { Activity, DirectMessage } from '@cruddur/shared';
import { postCrud, postReply } from '../api/activities.ts';
import { ApiError } from '../api/api-error.ts';
import type { Call } from '../api/http-client.ts';
import { sendMessage } from '../api/messages.ts';
import type { OutboxItem } from './item.ts';

/** What the server made of an item. */
export type Answered = Activity | DirectMessage;

/** Unknown: it may be on the server or not, and sending it once more settles that. */
export type Outcome =
  | { kind: 'done'; answer: Answered | null }
  | { kind: 'refused'; codes: readonly string[] }
  | { kind: 'unknown' };

/** How long one attempt may stay without an answer, in milliseconds. */
const ANSWER_MS = 15_000;

/** Sends an item once, under its operation id. Never fails. */
export async function attempt(call: Call, item: OutboxItem, stopped: AbortSignal): Promise<Outcome> {
  const signal = AbortSignal.any([stopped, AbortSignal.timeout(ANSWER_MS)]);
  try {
    return { kind: 'done', answer: await send((name, input) => call(name, { ...input, signal }), item) };
  } catch (failure) {
    return outcomeOf(failure, item);
  }
}

function send(call: Call, { act, operationId }: OutboxItem): Promise<Answered> {
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
export function outcomeOf(failure: unknown, { act }: OutboxItem): Outcome {
  if (!(failure instanceof ApiError) || isUnsettled(failure)) return { kind: 'unknown' };
  // It was there and has been burned. For a reply it may be the crud above that is gone: then its text is given back.
  if (failure.status === GONE && act.kind !== 'reply') return { kind: 'done', answer: null };
  return { kind: 'refused', codes: failure.codes };
}

/** Lost, cut short, too many, not signed in at the moment, without a handle as yet, or a server in trouble. */
function isUnsettled({ status, codes }: ApiError): boolean {
  return status < 400 || status === 401 || status === 429 || status >= 500 || codes.includes('handle_taken');
}
