import { Refusal } from '../errors.ts';
import type { Ports } from '../ports.ts';
import type { AnswerOf, CallOf } from '../use-case.ts';
import { isUsableHandle } from './person-cache.ts';

/** The person with a handle. @throws Refusal user_not_found */
export async function shortUser(ports: Ports, { params }: CallOf<'shortUser'>): AnswerOf<'shortUser'> {
  const person = await ports.people.findByHandle(params.handle);
  if (!person) throw new Refusal('user_not_found');
  return { data: person };
}

/** Whether a new person can register a handle. */
export async function handleAvailable(
  ports: Ports,
  { params }: CallOf<'handleAvailable'>,
): AnswerOf<'handleAvailable'> {
  const handle = params.handle.toLowerCase();
  return { data: { available: isUsableHandle(handle) && !(await ports.people.isHandleTaken(handle)) } };
}
