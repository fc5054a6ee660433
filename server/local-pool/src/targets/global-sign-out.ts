import { z } from 'zod';
import { input } from '../input.ts';
import { target } from '../target.ts';
import { findTokenPerson } from '../tokens/person-of-token.ts';
import { signOutEverywhere } from '../tokens/sign-out-everywhere.ts';

const schema = z.object({ AccessToken: input.token });

/** Ends all sessions of the token's person. */
export const globalSignOut = target(schema, async ({ AccessToken }, context) => {
  const { sub } = await findTokenPerson(context, AccessToken);
  await signOutEverywhere(context, sub);
  context.audit({ event: 'signed_out_everywhere', subject: sub });
  return {};
});
