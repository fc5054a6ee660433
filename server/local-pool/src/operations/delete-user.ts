import { z } from 'zod';
import { input } from '../input.ts';
import { erasePerson } from '../people/delete-person.ts';
import { defineOperation } from '../operation.ts';
import { findTokenPerson } from '../tokens/token-holder.ts';

const schema = z.object({ AccessToken: input.token });

/** Deletes the token's person. */
export const deleteUser = defineOperation(schema, async ({ AccessToken }, context) => {
  const { sub } = await findTokenPerson(context, AccessToken);
  await erasePerson(context, sub);
  return {};
});
