import { hasErrorCode } from '../base/http/api-error.ts';
import type { Call } from '../base/http/http-client.ts';
import { burnCrud, postCrud, postReply } from '../cruds/activities.ts';
import { sendMessage, unsendMessage } from '../messages/messages.ts';
import type { OutboxItem } from '../sync/outbox/outbox-item.ts';
import type { AcceptedEntity } from '../sync/outbox/send-once.ts';

/** The calls by which the outbox sends cruds, replies and messages. */
export function createOutboxCalls(call: Call) {
  return {
    /** Sends an item with its operation id. Rejects with ApiError. */
    send: (item: OutboxItem, signal: AbortSignal) =>
      sendItem((name, input) => call(name, { ...input, signal }), item),
    /** Burns what was created from a cancelled item. Rejects when the result is unknown. */
    burn: (item: Pick<OutboxItem, 'act' | 'row'>) => burnItem(call, item),
  };
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

/** Answers after which nothing is left to do: the crud or message is gone, or was accepted too long ago to be removed. */
const FINAL_CODES = [
  'activity_expired',
  'activity_not_found',
  'message_expired',
  'message_not_found',
  'unsend_too_late',
];

async function burnItem(call: Call, { act, row }: Pick<OutboxItem, 'act' | 'row'>): Promise<void> {
  try {
    await (act.kind === 'message' ? unsendMessage(call, row) : burnCrud(call, row));
  } catch (failure) {
    if (!FINAL_CODES.some((code) => hasErrorCode(failure, code))) throw failure;
  }
}
