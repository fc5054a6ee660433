import { refresh } from '../tokens/refresh.ts';
import { required, type AuthFlow } from './auth-flow.ts';

/** New tokens for a refresh token, which stays as it is: older clients do not expect another. */
export const refreshTokenAuth: AuthFlow = async (parameters, context) => {
  const token = required(parameters, 'REFRESH_TOKEN');
  return {
    AuthenticationResult: await refresh(context, { token, rotate: false, deviceKey: parameters.DEVICE_KEY }),
    ChallengeParameters: {},
  };
};
