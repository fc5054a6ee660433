import { refreshTokens } from '../tokens/refresh.ts';
import { requireParameter, type AuthFlow } from './auth-flow.ts';

/** New tokens for a refresh token, which stays as it is: older clients do not expect another. */
export const refreshTokenAuth: AuthFlow = async (parameters, context) => {
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
