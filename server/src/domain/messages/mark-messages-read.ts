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
  const { result: moved } = await ports.store.runChange(
    async (unit) => {
      const members = isUuid(group) ? await unit.messages.lockMembers(group, viewer.sub) : null;
      if (!members) throw new Refusal('message_group_not_found');
      const result = isUuid(body.uuid) && (await unit.messages.markRead(group, viewer.sub, body.uuid));
      return { result, entries: [] };
    },
    { key: `read ${group.toLowerCase()} ${viewer.sub}` },
  );
  if (moved) ports.publishReadMark({ group: group.toLowerCase(), reader: viewer.sub });
  const state = await ports.messages.findReadState(group, viewer.sub);
  if (!state) throw new Refusal('message_group_not_found');
  return { data: state };
}
