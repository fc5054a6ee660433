import { z } from 'zod';
import { input } from '../input.ts';
import { changeAttributes } from '../people/attributes.ts';
import { defineOperation } from '../operation.ts';
import { findTokenPerson } from '../tokens/token-holder.ts';

const schema = z.object({ AccessToken: input.token, UserAttributes: input.attributes });

/** Changes the name, and the handle until the program knows the person by it. */
export const updateUserAttributes = defineOperation(
  schema,
  async ({ AccessToken, UserAttributes }, context) => {
    await changeAttributes(context, await findTokenPerson(context, AccessToken), UserAttributes);
    return { CodeDeliveryDetailsList: [] };
  },
);
