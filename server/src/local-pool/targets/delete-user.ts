import { z } from 'zod';
import { input } from '../input.ts';
import { deletePerson } from '../people/delete-person.ts';
import { target } from '../target.ts';
import { personOfToken } from '../tokens/person-of-token.ts';

const schema = z.object({ AccessToken: input.token });

/** Deletes the token's person. */
export const deleteUser = target(schema, async ({ AccessToken }, context) => {
  const { sub } = await personOfToken(context, AccessToken);
  await deletePerson(context, sub);
  return {};
});
