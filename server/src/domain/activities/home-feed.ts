import type { Ports } from '../ports.ts';
import type { AnswerOf, CallOf } from '../use-case.ts';
import { createView } from '../paging.ts';

/** The unexpired cruds of all people, newest first. */
export function homeFeed(ports: Ports, { viewer, page }: CallOf<'homeFeed'>): AnswerOf<'homeFeed'> {
  return ports.activities.readHome(createView(ports.clock, viewer, page));
}
