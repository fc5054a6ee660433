import { isUuid } from '@cruddur/shared';
import { Refusal } from '../errors.ts';
import type { Ports } from '../ports.ts';
import type { AnswerOf, CallOf } from '../use-case.ts';
import { createView } from '../paging.ts';

/** The viewer's conversations, the one with the latest message first. */
export function listGroups(
  ports: Ports,
  { viewer, page }: CallOf<'messageGroups'>,
): AnswerOf<'messageGroups'> {
  return ports.messages.readGroups(viewer.sub, createView(ports.clock, viewer, page));
}

/** A page of a conversation, oldest first. @throws Refusal message_group_not_found, also when the viewer is not a member */
export async function listMessages(ports: Ports, call: CallOf<'messages'>): AnswerOf<'messages'> {
  const group = call.params.message_group_uuid;
  const view = createView(ports.clock, call.viewer, call.page);
  const page = isUuid(group) ? await ports.messages.readPage(group, call.viewer.sub, view) : null;
  if (!page) throw new Refusal('message_group_not_found');
  return page;
}

/** The requests that wait for the viewer's answer, the one with the latest message first. */
export function messageRequests(
  ports: Ports,
  { viewer, page }: CallOf<'messageRequests'>,
): AnswerOf<'messageRequests'> {
  return ports.messages.readRequests(viewer.sub, createView(ports.clock, viewer, page));
}

/** @throws Refusal message_group_not_found, also when the viewer is not a member or has deleted the request */
export async function messageRequest(
  ports: Ports,
  call: CallOf<'messageRequest'>,
): AnswerOf<'messageRequest'> {
  const group = call.params.message_group_uuid;
  const { messages, clock } = ports;
  const found = isUuid(group) ? await messages.readRequestState(group, call.viewer.sub, clock.now()) : null;
  if (!found) throw new Refusal('message_group_not_found');
  return found;
}
