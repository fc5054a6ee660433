import type { Ports } from '../ports.ts';
import type { CallOf, EncodedAnswer } from '../use-case.ts';
import { createView } from '../paging.ts';

/** The unexpired cruds of all people, newest first. */
export function homeFeed(
  ports: Pick<Ports, 'activities' | 'clock'>,
  { viewer, page }: CallOf<'homeFeed'>,
): Promise<EncodedAnswer> {
  return ports.activities.readHome(createView(ports.clock, viewer, page));
}
