import { z } from 'zod';
import { noIdentityPool } from '../errors.ts';
import { input } from '../input.ts';
import { IDENTITY_POOL_ID } from '../names.ts';
import { defineOperation } from '../operation.ts';
import { toIdentityId, createGuestId } from './identity-ids.ts';
import { logins, findSubByLogins } from './login.ts';

const schema = z.object({ IdentityPoolId: input.identityId, Logins: logins });

/** The identity id of a person, or of a new guest where guests are allowed. */
export const getId = defineOperation(schema, async ({ IdentityPoolId, Logins }, context) => {
  if (IdentityPoolId !== IDENTITY_POOL_ID) throw noIdentityPool(IdentityPoolId);
  const sub = await findSubByLogins(context, Logins);
  const IdentityId = sub === undefined ? createGuestId(context.vault) : toIdentityId(context.vault, sub);
  return { IdentityId };
});
