import { z } from 'zod';
import { refusals } from '../errors.ts';
import { input } from '../input.ts';
import { byName, readHandle, readName } from '../people/attributes.ts';
import { target } from '../target.ts';
import { personOfToken } from '../tokens/person-of-token.ts';

const schema = z.object({ AccessToken: input.token, UserAttributes: input.attributes });

/** Changes the name, and the handle until the program knows the person by it; the address stays. */
export const updateUserAttributes = target(schema, async ({ AccessToken, UserAttributes }, context) => {
  const { sub, preferred_username } = await personOfToken(context, AccessToken);
  const given = byName(UserAttributes, ['name', 'preferred_username']);
  const changes = {
    ...(given.has('name') && { name: readName(given.get('name')) }),
    ...(given.has('preferred_username') && {
      preferred_username: readHandle(given.get('preferred_username')),
    }),
  };
  const isRenamed = (changes.preferred_username ?? preferred_username) !== preferred_username;
  if (isRenamed && (await context.isHandleInUse(sub))) throw refusals.readOnlyAttribute();
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
