import { z } from 'zod';
import { input } from '../input.ts';
import { target } from '../target.ts';
import { refreshTokens } from '../tokens/refresh.ts';

const schema = z.object({
  ClientId: input.clientId,
  RefreshToken: input.token,
  DeviceKey: input.deviceKey.optional(),
});

/** New tokens for a refresh token, which is replaced by a new one. */
export const getTokensFromRefreshToken = target(schema, async ({ RefreshToken, DeviceKey }, context) => ({
  AuthenticationResult: await refreshTokens(context, {
    token: RefreshToken,
    rotate: true,
    deviceKey: DeviceKey,
  }),
}));
