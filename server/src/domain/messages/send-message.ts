import { isUuid, rowIdOf } from '@cruddur/shared';
import { Refusal } from '../errors.ts';
import type { RunOperation } from '../operations/run-operation.ts';
import type { Ports } from '../ports.ts';
import type { AnswerOf, CallOf } from '../use-case.ts';
import { buildMessageAnswer } from './build-message-answer.ts';

/**
 * Sends a direct message to a conversation, or to a person by handle, whose conversation is found or created.
 * @throws Refusal message_group_not_found, user_reciever_handle_blank
 */
export async function sendMessage(
  ports: Ports,
  run: RunOperation,
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
  });
  return buildMessageAnswer(ports, result);
}
