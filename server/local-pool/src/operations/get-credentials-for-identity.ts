import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { noIdentity, refusals } from '../errors.ts';
import { input } from '../input.ts';
import { after, lifetimes } from '../lifetimes.ts';
import { defineOperation } from '../operation.ts';
import { toIdentityId, isGuest } from './identity-ids.ts';
import { logins, findSubByLogins } from './login.ts';

const schema = z.object({ IdentityId: input.identityId, Logins: logins });

/** Credentials in AWS's form for 50 minutes. They grant access to nothing. */
export const getCredentialsForIdentity = defineOperation(schema, async ({ IdentityId, Logins }, context) => {
  const sub = await findSubByLogins(context, Logins);
  const personId = sub === undefined ? undefined : toIdentityId(context.vault, sub);
  if (IdentityId !== personId && !isGuest(context.vault, IdentityId)) {
    throw personId === undefined ? noIdentity(IdentityId) : refusals.otherLogins();
  }
  const ends = after(context.clock.now(), lifetimes.credentials);
  return {
    // A guest who signs in gets the identity of the person.
    IdentityId: personId ?? IdentityId,
    Credentials: {
      AccessKeyId: `ASIA${randomBytes(8).toString('hex').toUpperCase()}`,
      SecretKey: randomBytes(30).toString('base64'),
      SessionToken: randomBytes(96).toString('base64'),
      Expiration: ends.getTime() / 1000,
    },
  };
});
