import { z } from 'zod';
import { input } from '../input.ts';
import { erasePerson } from '../people/delete-person.ts';
import { target } from '../target.ts';
import { findTokenPerson } from '../tokens/person-of-token.ts';

const schema = z.object({ AccessToken: input.token });

/** Deletes the token's person. */
export const deleteUser = target(schema, async ({ AccessToken }, context) => {
  const { sub } = await findTokenPerson(context, AccessToken);
  await erasePerson(context, sub);
  return {};
});
