import type { DirectMessage } from '@cruddur/shared';
import type { Ports, WriteResult } from '../ports.ts';
import type { Answer } from '../use-case.ts';

const NEW = ' in ';

/** What a sent message leaves behind for its answer: its uuid, and the conversation when that was new. */
export function messageRef(uuid: string, newGroup: string | null): string {
  return newGroup ? `${uuid}${NEW}${newGroup}` : uuid;
}

/** The answer of a message that was sent: as its two people are told of it, or on a repeat from its row. */
export async function buildMessageAnswer(
  ports: Ports,
  { ref, envelopes }: WriteResult,
): Promise<Answer<DirectMessage>> {
  const [uuid = '', group] = ref.split(NEW);
  const message = findCreatedMessage(envelopes) ?? (await ports.messages.find(uuid));
  if (!message) throw new Error('a sent message is not in the store');
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
