import type { PoolContext } from '../context.ts';
import { PoolError } from '../errors.ts';
import { readEmail, readHandle, readName } from './attributes.ts';
import { createPerson, type NewPerson } from './create-person.ts';

export type ConfirmedPerson = Omit<NewPerson, 'status'>;

/**
 * Creates a person who can sign in at once, for sample logins. Idempotent: an existing address keeps its password and
 * attributes.
 * @throws PoolError UsernameExistsException when the handle belongs to another address
 */
export async function createConfirmedPerson(
  context: PoolContext,
  given: ConfirmedPerson,
): Promise<{ sub: string }> {
  const email = readEmail(given.email);
  const existing = await findByEmail(context, email);
  if (existing) return existing;
  const name = readName(given.name);
  const preferred_username = readHandle(given.preferred_username);
  try {
    const { sub } = await createPerson(context, {
      ...given,
      email,
      name,
      preferred_username,
      status: 'CONFIRMED',
    });
    return { sub };
  } catch (error) {
    // Another gateway may have created the same person meanwhile.
    const concurrent = error instanceof PoolError ? await findByEmail(context, email) : undefined;
    if (concurrent) return concurrent;
    throw error;
  }
}

const findByEmail = (context: PoolContext, email: string) =>
  context.db.selectFrom('pool_users').select('sub').where('email', '=', email).executeTakeFirst();

/**
 * Creates a person with a temporary password, as Cognito's AdminCreateUser does. The first sign-in within seven days requires a
 * new password. The wire protocol has no operation for it.
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
