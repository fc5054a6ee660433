import { z } from 'zod';
import { refusals } from '../errors.ts';
import { input } from '../input.ts';
import { byName, readHandle, readName } from '../people/attributes.ts';
import { target } from '../target.ts';
import { personOfToken } from '../tokens/person-of-token.ts';

const schema = z.object({ AccessToken: input.token, UserAttributes: input.attributes });

/** Changes the name, or the handle where the product asks for another; the address stays. */
export const updateUserAttributes = target(schema, async ({ AccessToken, UserAttributes }, context) => {
  const { sub } = await personOfToken(context, AccessToken);
  const given = byName(UserAttributes, ['name', 'preferred_username']);
  const changes = {
    ...(given.has('name') && { name: readName(given.get('name')) }),
    ...(given.has('preferred_username') && {
      preferred_username: readHandle(given.get('preferred_username')),
    }),
  };
  try {
    await context.db
      .updateTable('pool_users')
      .set({ ...changes, updated_at: context.clock.now() })
      .where('sub', '=', sub)
      .execute();
  } catch (error) {
    throw isTaken(error) ? refusals.aliasTaken() : error;
  }
  return { CodeDeliveryDetailsList: [] };
});

const UNIQUE_VIOLATION = '23505';

const isTaken = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === UNIQUE_VIOLATION;
