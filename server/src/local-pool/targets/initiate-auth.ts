import { z } from 'zod';
import type { AuthFlow } from '../auth-flows/auth-flow.ts';
import { refreshTokenAuth } from '../auth-flows/refresh-token-auth.ts';
import { userPasswordAuth } from '../auth-flows/user-password-auth.ts';
import { userSrpAuth } from '../auth-flows/user-srp-auth.ts';
import { invalidParameter } from '../errors.ts';
import { input } from '../input.ts';
import { target } from '../target.ts';

const flows: ReadonlyMap<string, AuthFlow> = new Map([
  ['USER_SRP_AUTH', userSrpAuth],
  ['USER_PASSWORD_AUTH', userPasswordAuth],
  ['REFRESH_TOKEN_AUTH', refreshTokenAuth],
  ['REFRESH_TOKEN', refreshTokenAuth],
]);

const schema = z.object({
  ClientId: input.clientId,
  AuthFlow: z.string().max(64),
  AuthParameters: z
    .object({
      USERNAME: input.username.optional(),
      PASSWORD: input.password.optional(),
      SRP_A: z
        .string()
        .regex(/^[0-9a-f]{1,1024}$/i, 'Member must be a hexadecimal number')
        .optional(),
      REFRESH_TOKEN: input.token.optional(),
      DEVICE_KEY: input.deviceKey.optional(),
    })
    .default({}),
});

/** Begins a sign-in by one of the flows. */
export const initiateAuth = target(schema, async (given, context, caller) => {
  const flow = flows.get(given.AuthFlow);
  if (!flow) throw invalidParameter(`${given.AuthFlow} flow not enabled for this client`);
  return flow(given.AuthParameters, context, caller);
});
