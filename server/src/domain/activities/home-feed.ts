import type { Ports } from '../ports.ts';
import type { AnswerOf, CallOf } from '../use-case.ts';
import { viewOf } from '../view-of.ts';

/** Everybody's unexpired cruds, newest first. */
export function homeFeed(ports: Ports, { viewer, page }: CallOf<'homeFeed'>): AnswerOf<'homeFeed'> {
  return ports.activities.home(viewOf(ports.clock, viewer, page));
}
