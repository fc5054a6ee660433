import type { DirectMessage } from '@cruddur/shared';
import type { Ports } from '../ports.ts';
import type { Answer } from '../use-case.ts';

const NEW = ' in ';

/** What a sent message leaves behind for its answer: its uuid, and the conversation when that was new. */
export function messageRef(uuid: string, newGroup: string | null): string {
  return newGroup ? `${uuid}${NEW}${newGroup}` : uuid;
}

export async function messageAnswer(ports: Ports, ref: string): Promise<Answer<DirectMessage>> {
  const [uuid = '', group] = ref.split(NEW);
  const message = await ports.messages.find(uuid);
  if (!message) throw new Error('a sent message is not in the store');
  return { data: group ? { ...message, message_group_uuid: group } : message };
}
