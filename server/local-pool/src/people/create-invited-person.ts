import type { PoolContext } from '../context.ts';
import { readEmail, readHandle, readName } from './attributes.ts';
import { createPerson, type NewPerson } from './create-person.ts';

/**
 * Makes a person with a temporary password, as an administrator does: whoever signs in with it within seven days chooses
 * one of their own. There is no call for it on the wire.
 * @throws PoolError UsernameExistsException, InvalidPasswordException, InvalidParameterException
 */
export async function createInvitedPerson(
  context: PoolContext,
  given: Omit<NewPerson, 'status'>,
): Promise<{ sub: string }> {
  const { sub } = await createPerson(context, {
    ...given,
    email: readEmail(given.email),
    name: readName(given.name),
    preferred_username: readHandle(given.preferred_username),
    status: 'FORCE_CHANGE_PASSWORD',
  });
  return { sub };
}
