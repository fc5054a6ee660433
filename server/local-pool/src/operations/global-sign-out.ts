import { z } from 'zod';
import { input } from '../input.ts';
import { defineOperation } from '../operation.ts';
import { findTokenPerson } from '../tokens/token-holder.ts';
import { signOutEverywhere } from '../tokens/end-sessions.ts';

const schema = z.object({ AccessToken: input.token });

/** Ends all sessions of the token's person. */
export const globalSignOut = defineOperation(schema, async ({ AccessToken }, context) => {
  const { sub } = await findTokenPerson(context, AccessToken);
  await signOutEverywhere(context, sub);
  context.audit({ event: 'signed_out_everywhere', subject: sub });
  return {};
});
