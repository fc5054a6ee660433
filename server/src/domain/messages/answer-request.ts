import { isUuid, type RequestState } from '@cruddur/shared';
import { Refusal } from '../errors.ts';
import type { Ports, WriteUnit } from '../ports.ts';
import { userStream } from '../streams.ts';
import type { AnswerOf, CallOf } from '../use-case.ts';
import type { LockedConversation } from './ports.ts';

/**
 * Makes a request a conversation of both; a repeat changes nothing.
 * @throws Refusal message_group_not_found; generic_403 for one's own request; generic_404 when it was deleted meanwhile;
 * message_not_allowed while one of the two has blocked the other
 */
export async function acceptRequest(ports: Ports, call: CallOf<'acceptRequest'>): AnswerOf<'acceptRequest'> {
  return answerRequest(ports, call, async ({ messages, blocks }, conversation) => {
    if (conversation.request === null) return { state: 'open', told: [] };
    if (conversation.request.isDeleted) throw new Refusal('generic_404');
    if (await blocks.isBetween(...conversation.members)) throw new Refusal('message_not_allowed');
    await messages.acceptRequest(conversation.uuid);
    return { state: 'open', told: conversation.members };
  });
}

/**
 * Hides a request and its messages from the viewer; its sender is not told, and is refused from then on. A repeat changes nothing.
 * @throws Refusal message_group_not_found; generic_403 for one's own request; generic_404 when it was accepted meanwhile
 */
export async function deleteRequest(ports: Ports, call: CallOf<'deleteRequest'>): AnswerOf<'deleteRequest'> {
  const { viewer } = call;
  return answerRequest(ports, call, async ({ messages }, conversation) => {
    if (conversation.request === null) throw new Refusal('generic_404');
    if (conversation.request.isDeleted) return { state: 'deleted', told: [] };
    await messages.deleteRequest(conversation.uuid, viewer.sub);
    return { state: 'deleted', told: [viewer.sub] };
  });
}

type Answering = (
  unit: WriteUnit,
  conversation: LockedConversation,
) => Promise<{ state: RequestState['state']; told: readonly string[] }>;

/** Changes a request while its row is locked, so that of an answer, another answer and a message each sees the one before. */
async function answerRequest(
  { store, deliver }: Ports,
  { viewer, params }: CallOf<'acceptRequest'>,
  answer: Answering,
): Promise<{ data: RequestState }> {
  const group = params.message_group_uuid;
  if (!isUuid(group)) throw new Refusal('message_group_not_found');
  const { result, envelopes } = await store.runChange(viewer.sub, async (unit) => {
    const conversation = await unit.messages.lockConversation(group, viewer.sub);
    if (!conversation) throw new Refusal('message_group_not_found');
    if (conversation.request?.by === viewer.sub) throw new Refusal('generic_403');
    const { state, told } = await answer(unit, conversation);
    const entries = told.map((member) => ({
      stream: userStream(member),
      kind: 'request.changed' as const,
      ref: conversation.uuid,
    }));
    return { result: { message_group_uuid: conversation.uuid, state }, entries };
  });
  deliver(envelopes);
  return { data: result };
}
