import { isUuid } from '@cruddur/shared';
import { Refusal } from '../errors.ts';
import type { Ports } from '../ports.ts';
import type { AnswerOf, CallOf } from '../use-case.ts';
import { createView } from '../paging.ts';

/** A page of a conversation, oldest first. @throws Refusal message_group_not_found, also when the viewer is not a member */
export async function listMessages(ports: Ports, call: CallOf<'messages'>): AnswerOf<'messages'> {
  const group = call.params.message_group_uuid;
  const view = createView(ports.clock, call.viewer, call.page);
  const page = isUuid(group) ? await ports.messages.readPage(group, call.viewer.sub, view) : null;
  if (!page) throw new Refusal('message_group_not_found');
  return page;
}
