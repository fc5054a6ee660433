import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { noIdentity, refusals } from '../errors.ts';
import { identityOfPerson, isGuest } from '../identities/identity-ids.ts';
import { logins, findPersonByLogins } from '../identities/login.ts';
import { input } from '../input.ts';
import { after, lifetimes } from '../lifetimes.ts';
import { defineOperation } from '../operation.ts';

const schema = z.object({ IdentityId: input.identityId, Logins: logins });

/** Credentials in Amazon's form, for 50 minutes. They open nothing: there is no Amazon behind the local pool. */
export const getCredentialsForIdentity = defineOperation(schema, async ({ IdentityId, Logins }, context) => {
  const sub = await findPersonByLogins(context, Logins);
  const own = sub === undefined ? undefined : identityOfPerson(context.vault, sub);
  if (IdentityId !== own && !isGuest(context.vault, IdentityId)) {
    throw own === undefined ? noIdentity(IdentityId) : refusals.otherLogins();
  }
  const ends = after(context.clock.now(), lifetimes.credentials);
  return {
    // A guest who signs in goes on as the person.
    IdentityId: own ?? IdentityId,
    Credentials: {
      AccessKeyId: `ASIA${randomBytes(8).toString('hex').toUpperCase()}`,
      SecretKey: randomBytes(30).toString('base64'),
      SessionToken: randomBytes(96).toString('base64'),
      Expiration: ends.getTime() / 1000,
    },
  };
});
