import type { DirectMessage } from '@cruddur/shared';
import type { Ports, WriteResult } from '../ports.ts';
import type { Answer } from '../use-case.ts';

const GROUP_SEPARATOR = ' in ';

/** The ref of a sent message: its uuid, and the conversation if that was new. */
export function messageRef(uuid: string, newGroup: string | null): string {
  return newGroup ? `${uuid}${GROUP_SEPARATOR}${newGroup}` : uuid;
}

/** The answer to a sent message: the body of its event, or on a repeat its row. */
export async function buildMessageAnswer(
  ports: Ports,
  { ref, envelopes }: WriteResult,
): Promise<Answer<DirectMessage>> {
  const [uuid = '', group] = ref.split(GROUP_SEPARATOR);
  const message = findCreatedMessage(envelopes) ?? (await ports.messages.find(uuid));
  if (!message) throw new Error('The store has no row of a sent message.');
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
