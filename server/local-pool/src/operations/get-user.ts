import { z } from 'zod';
import { input } from '../input.ts';
import { listAttributes } from '../people/attributes.ts';
import { defineOperation } from '../operation.ts';
import { findTokenPerson } from '../tokens/token-holder.ts';

const schema = z.object({ AccessToken: input.token });

/** The attributes of the token's person. */
export const getUser = defineOperation(schema, async ({ AccessToken }, context) => {
  const person = await findTokenPerson(context, AccessToken);
  return { Username: person.sub, UserAttributes: listAttributes(person) };
});
