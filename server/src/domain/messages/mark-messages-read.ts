import { isUuid } from '@cruddur/shared';
import { Refusal } from '../errors.ts';
import type { Ports } from '../ports.ts';
import type { AnswerOf, CallOf } from '../use-case.ts';

/** Moves the viewer's read mark up to a message and publishes it to both members. @throws Refusal message_group_not_found */
export async function markMessagesRead(
  ports: Ports,
  call: CallOf<'markMessagesRead'>,
): AnswerOf<'markMessagesRead'> {
  const { viewer, body } = call;
  const group = call.params.message_group_uuid;
  if (!isUuid(group)) throw new Refusal('message_group_not_found');
  const moved = await ports.store.runRead({
    is: 'read',
    conversation: group.toLowerCase(),
    reader: viewer.sub,
    upTo: isUuid(body.uuid) ? body.uuid : null,
    isAnnounced: false,
  });
  if (moved.result) ports.publishReadMark({ group: group.toLowerCase(), reader: viewer.sub });
  const state = await ports.messages.findReadState(group, viewer.sub, ports.clock.now());
  if (!state) throw new Refusal('message_group_not_found');
  return { data: state };
}
