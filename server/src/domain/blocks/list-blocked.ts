import type { Ports } from '../ports.ts';
import type { AnswerOf, CallOf } from '../use-case.ts';

/** The people whom the viewer has blocked, latest first. */
export async function listBlocked(
  { blocks }: Pick<Ports, 'blocks'>,
  { viewer }: CallOf<'blockedPeople'>,
): AnswerOf<'blockedPeople'> {
  return { data: await blocks.listBlocked(viewer.sub) };
}
