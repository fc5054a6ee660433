import { z } from 'zod';
import { refusals } from '../errors.ts';
import { input } from '../input.ts';
import { defineOperation } from '../operation.ts';
import { revokeRefreshToken } from '../tokens/refresh-tokens.ts';

const schema = z.object({ ClientId: input.clientId, Token: input.token });

/** Ends the session of a refresh token. Idempotent: an unknown token counts as revoked. */
export const revokeToken = defineOperation(schema, async ({ Token }, context) => {
  if (Token.includes('.')) throw refusals.unsupportedToken();
  await revokeRefreshToken(context, Token);
  return {};
});
