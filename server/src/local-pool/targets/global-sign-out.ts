import { z } from 'zod';
import { input } from '../input.ts';
import { target } from '../target.ts';
import { personOfToken } from '../tokens/person-of-token.ts';
import { signOutEverywhere } from '../tokens/sign-out-everywhere.ts';

const schema = z.object({ AccessToken: input.token });

/** Ends all sessions of the token's person. */
export const globalSignOut = target(schema, async ({ AccessToken }, context) => {
  const { sub } = await personOfToken(context, AccessToken);
  await signOutEverywhere(context, sub);
  return {};
});
