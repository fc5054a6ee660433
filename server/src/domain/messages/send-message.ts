import { isUuid, rowIdOf, type NewMessage } from '@cruddur/shared';
import { Refusal } from '../errors.ts';
import { userStream } from '../streams.ts';
import type { RunOperation } from '../operations/run-operation.ts';
import type { Ports, WriteUnit } from '../ports.ts';
import type { AnswerOf, CallOf } from '../use-case.ts';
import type { Viewer } from '../viewer.ts';
import { buildMessageAnswer, messageRef } from './build-message-answer.ts';

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
  const result = await run(call, async (unit) => {
    const now = ports.clock.now();
    const group = await findConversation(unit, { viewer, now }, body);
    const uuid = rowIdOf(viewer.sub, operation.id);
    await unit.messages.insert({
      uuid,
      message_group: group.uuid,
      author: viewer.sub,
      message: body.message.normalize('NFC'),
      created_at: now,
    });
    const entries = group.members.map((sub) => ({
      stream: userStream(sub),
      kind: 'message.created' as const,
      ref: uuid,
    }));
    return { ref: messageRef(uuid, group.isNew ? group.uuid : null), entries };
  });
  return buildMessageAnswer(ports, result);
}

interface Conversation {
  uuid: string;
  members: string[];
  isNew: boolean;
}

async function findConversation(
  unit: WriteUnit,
  { viewer, now }: { viewer: Viewer; now: Date },
  body: NewMessage,
): Promise<Conversation> {
  if (body.message_group_uuid !== undefined) {
    const uuid = body.message_group_uuid;
    const members = isUuid(uuid) ? await unit.messages.lockMembers(uuid, viewer.sub) : null;
    if (!members) throw new Refusal('message_group_not_found');
    const other = members.find((sub) => sub !== viewer.sub) ?? '';
    if (await unit.people.lockAndCheckErased(other)) throw new Refusal('user_reciever_handle_blank');
    return { uuid, members, isNew: false };
  }
  const receiver = await unit.messages.lockPersonByHandle(body.handle ?? '');
  if (!receiver || receiver === viewer.sub) throw new Refusal('user_reciever_handle_blank');
  const members = [viewer.sub, receiver];
  return { ...(await unit.messages.lockGroup([viewer.sub, receiver], now)), members };
}
