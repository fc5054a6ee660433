import type { Ports } from '../ports.ts';
import type { AnswerOf, CallOf } from '../use-case.ts';
import { createView } from '../create-view.ts';

/** Everybody's unexpired cruds, newest first. */
export function homeFeed(ports: Ports, { viewer, page }: CallOf<'homeFeed'>): AnswerOf<'homeFeed'> {
  return ports.activities.readHome(createView(ports.clock, viewer, page));
}
