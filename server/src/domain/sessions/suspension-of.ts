import type { Ports } from '../ports.ts';
import type { AnswerOf, CallOf } from '../use-case.ts';

/** Whether the viewer is suspended, and until when; the one call that a suspended person may make. */
export async function suspensionOf(ports: Ports, { viewer }: CallOf<'suspension'>): AnswerOf<'suspension'> {
  const suspension = (await ports.people.findPerson(viewer.sub))?.suspension ?? null;
  return { data: { suspended: suspension !== null, until: suspension?.until?.toISOString() ?? null } };
}
