import { z } from 'zod';
import { input } from '../input.ts';
import { changeAttributes, listAttributes } from '../people/attributes.ts';
import { defineOperation } from '../operation.ts';
import { findTokenPerson } from '../tokens/token-holder.ts';

/** The attributes of the token's person. */
export const getUser = defineOperation(
  z.object({ AccessToken: input.token }),
  async ({ AccessToken }, context) => {
    const person = await findTokenPerson(context, AccessToken);
    return { Username: person.sub, UserAttributes: listAttributes(person) };
  },
);

/** Changes the name, and the handle unless the server already uses it. */
export const updateUserAttributes = defineOperation(
  z.object({ AccessToken: input.token, UserAttributes: input.attributes }),
  async ({ AccessToken, UserAttributes }, context) => {
    await changeAttributes(context, await findTokenPerson(context, AccessToken), UserAttributes);
    return { CodeDeliveryDetailsList: [] };
  },
);
