import type { DirectMessage } from '@cruddur/shared';
import { Refusal } from '../errors.ts';
import type { Ports, WriteResult } from '../ports.ts';
import type { Answer } from '../use-case.ts';

/** Separates the message from its conversation in the ref of the first message of a conversation: see write_messages(). */
const GROUP_SEPARATOR = ' in ';

/** The answer to a sent message: the body of its event, or on a repeat its row. @throws Refusal message_expired when it has disappeared */
export async function buildMessageAnswer(
  ports: Ports,
  { ref, envelopes }: WriteResult,
): Promise<Answer<DirectMessage>> {
  const [uuid = '', group] = ref.split(GROUP_SEPARATOR);
  const message = findCreatedMessage(envelopes) ?? (await ports.messages.find(uuid, ports.clock.now()));
  if (!message) throw new Refusal('message_expired');
  return { data: group ? { ...message, message_group_uuid: group } : message };
}

function findCreatedMessage(envelopes: WriteResult['envelopes']): DirectMessage | undefined {
  for (const { event } of envelopes) {
    if (event.kind !== 'message.created') continue;
    const { message_group_uuid: _, ...message } = event.data;
    return message;
  }
  return undefined;
}
