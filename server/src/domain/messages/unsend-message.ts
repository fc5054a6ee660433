import { isUuid, UNSEND_WITHIN_MS } from '@cruddur/shared';
import { Refusal } from '../errors.ts';
import type { Ports } from '../ports.ts';
import { userStream, type LogEntry } from '../streams.ts';
import type { AnswerOf, CallOf } from '../use-case.ts';
import type { LockedMessage, MessageWrites } from './ports.ts';

/**
 * Removes the text of a message of the viewer for both members; a repeat changes nothing.
 * @throws Refusal message_not_found, also when the viewer is not a member; generic_403 for a message of the other member;
 * message_expired; unsend_too_late
 */
export async function unsendMessage(
  { clock, store, deliver }: Ports,
  call: CallOf<'unsendMessage'>,
): AnswerOf<'unsendMessage'> {
  const { message_uuid: uuid } = call.params;
  if (!isUuid(uuid)) throw new Refusal('message_not_found');
  const { result, envelopes } = await store.runChange(call.viewer.sub, async ({ messages }) => {
    const message = await messages.lockForMember(uuid, call.viewer.sub);
    if (!message) throw new Refusal('message_not_found');
    if (message.author !== call.viewer.sub) throw new Refusal('generic_403');
    if (message.isRemoved) return { result: message.uuid, entries: [] };
    const now = clock.now();
    if (message.expires_at && message.expires_at <= now) throw new Refusal('message_expired');
    if (now.getTime() - message.created_at.getTime() >= UNSEND_WITHIN_MS)
      throw new Refusal('unsend_too_late');
    return { result: message.uuid, entries: await removeMessage(messages, message, now) };
  });
  deliver(envelopes);
  return { data: { uuid: result } };
}

/** Removes the text of a locked message. @returns the events for the members who have it in their list */
export async function removeMessage(
  messages: Pick<MessageWrites, 'removeText'>,
  { uuid, readers }: Pick<LockedMessage, 'uuid' | 'readers'>,
  now: Date,
): Promise<LogEntry[]> {
  await messages.removeText(uuid, now);
  return readers.map((reader) => ({ stream: userStream(reader), kind: 'message.removed', ref: uuid }));
}
