import { z } from 'zod';
import { input } from '../input.ts';
import { defineOperation } from '../operation.ts';
import { refreshTokens } from '../tokens/refresh-tokens.ts';

const schema = z.object({
  ClientId: input.clientId,
  RefreshToken: input.token,
  DeviceKey: input.deviceKey.optional(),
});

/** New tokens for a refresh token, which a new one replaces. */
export const getTokensFromRefreshToken = defineOperation(
  schema,
  async ({ RefreshToken, DeviceKey }, context) => ({
    AuthenticationResult: await refreshTokens(context, {
      token: RefreshToken,
      rotate: true,
      deviceKey: DeviceKey,
    }),
  }),
);
