import { z } from 'zod';
import { input } from '../input.ts';
import { changeAttributes } from '../people/attributes.ts';
import { defineOperation } from '../operation.ts';
import { findTokenPerson } from '../tokens/token-holder.ts';

const schema = z.object({ AccessToken: input.token, UserAttributes: input.attributes });

/** Changes the name, and the handle unless the server already uses it. */
export const updateUserAttributes = defineOperation(
  schema,
  async ({ AccessToken, UserAttributes }, context) => {
    await changeAttributes(context, await findTokenPerson(context, AccessToken), UserAttributes);
    return { CodeDeliveryDetailsList: [] };
  },
);
