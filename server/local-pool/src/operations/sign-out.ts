import { z } from 'zod';
import { refusals } from '../errors.ts';
import { input } from '../input.ts';
import { defineOperation } from '../operation.ts';
import { signOutEverywhere } from '../tokens/end-sessions.ts';
import { revokeRefreshToken } from '../tokens/refresh-tokens.ts';
import { findTokenPerson } from '../tokens/token-holder.ts';

/** Ends all sessions of the token's person. */
export const globalSignOut = defineOperation(
  z.object({ AccessToken: input.token }),
  async ({ AccessToken }, context) => {
    const { sub } = await findTokenPerson(context, AccessToken);
    await signOutEverywhere(context, sub);
    context.audit({ event: 'signed_out_everywhere', subject: sub });
    return {};
  },
);

/** Ends the session of a refresh token. Idempotent: an unknown token counts as revoked. */
export const revokeToken = defineOperation(
  z.object({ ClientId: input.clientId, Token: input.token }),
  async ({ Token }, context) => {
    if (Token.includes('.')) throw refusals.unsupportedToken();
    await revokeRefreshToken(context, Token);
    return {};
  },
);
