import {
  isUuid,
  NEW_CONVERSATIONS_OF_YOUNG_ACCOUNT,
  NEW_CONVERSATIONS_PER_DAY,
  rowIdOf,
} from '@cruddur/shared';
import { Refusal } from '../errors.ts';
import type { RunOperation } from '../operations/run-operation.ts';
import type { Ports } from '../ports.ts';
import type { AnswerOf, CallOf } from '../use-case.ts';
import type { StartLimits } from '../write-plans.ts';
import { buildMessageAnswer } from './build-message-answer.ts';

export const START_LIMITS: StartLimits = {
  perDay: NEW_CONVERSATIONS_PER_DAY,
  ofYoungAccount: NEW_CONVERSATIONS_OF_YOUNG_ACCOUNT,
};

/**
 * Sends a direct message to a conversation, or to a person by handle, whose conversation is found or created.
 * @throws Refusal message_group_not_found, user_reciever_handle_blank, message_not_allowed, request_unanswered, too_many_conversations
 */
export async function sendMessage(
  ports: Ports,
  { run, startLimits }: { run: RunOperation; startLimits: StartLimits | null },
  call: CallOf<'sendMessage'>,
): AnswerOf<'sendMessage'> {
  const { viewer, operation, body } = call;
  const uuid = body.message_group_uuid;
  if (uuid !== undefined && !isUuid(uuid)) throw new Refusal('message_group_not_found');
  const result = await run(call, {
    is: 'message',
    uuid: rowIdOf(viewer.sub, operation.id),
    author: viewer.sub,
    message: body.message.normalize('NFC'),
    created_at: ports.clock.now(),
    to: uuid === undefined ? { handle: body.handle ?? '' } : { conversation: uuid },
    startLimits,
  });
  return buildMessageAnswer(ports, result);
}
