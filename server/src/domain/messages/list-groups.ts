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
