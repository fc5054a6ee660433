import type { Ports } from '../ports.ts';
import type { AnswerOf, CallOf } from '../use-case.ts';

/** Whether the viewer is suspended, and until when. */
export async function suspensionOf(ports: Ports, { viewer }: CallOf<'suspension'>): AnswerOf<'suspension'> {
  const suspension = (await ports.people.findPerson(viewer.sub))?.suspension ?? null;
  const until = suspension?.until?.toISOString() ?? null;
  return { data: { suspended: suspension !== null, until, handle: viewer.handle } };
}
