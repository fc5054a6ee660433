import { isUuid } from '@cruddur/shared';
import { Refusal } from '../errors.ts';
import type { Ports } from '../ports.ts';
import { userStream } from '../streams.ts';
import type { AnswerOf, CallOf } from '../use-case.ts';

/** How long the messages of a conversation last. @throws Refusal message_group_not_found, also when the viewer is not a member */
export async function messageLifetime(
  ports: Ports,
  call: CallOf<'messageLifetime'>,
): AnswerOf<'messageLifetime'> {
  const group = call.params.message_group_uuid;
  const found = isUuid(group) ? await ports.messages.readLifetime(group, call.viewer.sub) : null;
  if (!found) throw new Refusal('message_group_not_found');
  return found;
}

/**
 * Changes how long later messages last; either member may. Those that were sent before keep their expiry.
 * @throws Refusal message_group_not_found, also when the viewer is not a member; message_not_allowed
 */
export async function setMessageLifetime(
  ports: Ports,
  call: CallOf<'setMessageLifetime'>,
): AnswerOf<'setMessageLifetime'> {
  const { viewer, body } = call;
  const group = call.params.message_group_uuid;
  if (!isUuid(group)) throw new Refusal('message_group_not_found');
  const { envelopes } = await ports.store.runChange(viewer.sub, async ({ messages, blocks }) => {
    const conversation = await messages.lockConversation(group, viewer.sub);
    if (!conversation) throw new Refusal('message_group_not_found');
    // Its sender would learn that the request has been read.
    if (conversation.request && conversation.request.by !== viewer.sub)
      throw new Refusal('message_not_allowed');
    if (await blocks.isBetween(...conversation.members)) throw new Refusal('message_not_allowed');
    if (conversation.lifetime === body.lifetime) return { result: null, entries: [] };
    await messages.setLifetime(conversation.uuid, {
      lifetime: body.lifetime,
      by: viewer.sub,
      at: ports.clock.now(),
    });
    const told = conversation.request?.isDeleted ? [viewer.sub] : conversation.members;
    const entries = told.map((member) => ({
      stream: userStream(member),
      kind: 'lifetime.changed' as const,
      ref: conversation.uuid,
    }));
    return { result: null, entries };
  });
  ports.deliver(envelopes);
  const state = await ports.messages.readLifetime(group, viewer.sub);
  if (!state) throw new Refusal('message_group_not_found');
  return { data: state.data };
}
