import { z } from 'zod';
import { invalidParameter } from '../errors.ts';
import { input } from '../input.ts';
import { defineOperation } from '../operation.ts';
import { refreshTokens } from '../tokens/refresh-tokens.ts';
import { type AuthFlow, authParameters, requireParameter } from '../sign-in/auth-flow.ts';
import { customAuth } from '../sign-in/custom-auth.ts';
import { userPasswordAuth, userSrpAuth } from '../sign-in/password-auth.ts';
import { userAuth } from '../sign-in/user-auth.ts';

/** New tokens for a refresh token, without rotation: older clients do not expect a new one. */
const refreshTokenAuth: AuthFlow = async (parameters, context) => {
  const token = requireParameter(parameters, 'REFRESH_TOKEN');
  return {
    AuthenticationResult: await refreshTokens(context, {
      token,
      rotate: false,
      deviceKey: parameters.DEVICE_KEY,
    }),
    ChallengeParameters: {},
  };
};

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

/** Starts a sign-in with one of the flows. */
export const initiateAuth = defineOperation(schema, async (body, context, caller) => {
  const flow = flows.get(body.AuthFlow);
  if (!flow) throw invalidParameter(`${body.AuthFlow} flow not enabled for this client`);
  return flow(body.AuthParameters, context, caller);
});
