import { z } from 'zod';
import { noIdentityPool } from '../errors.ts';
import { identityOfPerson, newGuest } from '../identities/identity-ids.ts';
import { logins, findPersonByLogins } from '../identities/login.ts';
import { input } from '../input.ts';
import { IDENTITY_POOL_ID } from '../names.ts';
import { defineOperation } from '../operation.ts';

const schema = z.object({ IdentityPoolId: input.identityId, Logins: logins });

/** The identity of a person, or a new guest's where guests are allowed. */
export const getId = defineOperation(schema, async ({ IdentityPoolId, Logins }, context) => {
  if (IdentityPoolId !== IDENTITY_POOL_ID) throw noIdentityPool(IdentityPoolId);
  const sub = await findPersonByLogins(context, Logins);
  const IdentityId = sub === undefined ? newGuest(context.vault) : identityOfPerson(context.vault, sub);
  return { IdentityId };
});
