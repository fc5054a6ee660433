import { z } from 'zod';
import { authParameters, type AuthFlow } from '../auth-flows/auth-flow.ts';
import { customAuth } from '../auth-flows/custom-auth.ts';
import { refreshTokenAuth } from '../auth-flows/refresh-token-auth.ts';
import { userAuth } from '../auth-flows/user-auth.ts';
import { userPasswordAuth } from '../auth-flows/user-password-auth.ts';
import { userSrpAuth } from '../auth-flows/user-srp-auth.ts';
import { invalidParameter } from '../errors.ts';
import { input } from '../input.ts';
import { target } from '../target.ts';

const flows: ReadonlyMap<string, AuthFlow> = new Map([
  ['USER_SRP_AUTH', userSrpAuth],
  ['USER_PASSWORD_AUTH', userPasswordAuth],
  ['CUSTOM_AUTH', customAuth],
  ['USER_AUTH', userAuth],
  ['REFRESH_TOKEN_AUTH', refreshTokenAuth],
  ['REFRESH_TOKEN', refreshTokenAuth],
]);

const schema = z.object({
  ClientId: input.clientId,
  AuthFlow: z.string().max(64),
  AuthParameters: authParameters.default({}),
});

/** Begins a sign-in by one of the flows. */
export const initiateAuth = target(schema, async (given, context, caller) => {
  const flow = flows.get(given.AuthFlow);
  if (!flow) throw invalidParameter(`${given.AuthFlow} flow not enabled for this client`);
  return flow(given.AuthParameters, context, caller);
});
