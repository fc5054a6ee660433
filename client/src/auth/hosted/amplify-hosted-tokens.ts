import { decodeJWT } from 'aws-amplify/auth';

/** Tokens as Amplify keeps them. */
export type HostedTokens = ReturnType<typeof readHostedTokens>;

/**
 * The tokens of the token endpoint's answer, or of an address to which they were sent themselves; those have no refresh token.
 * Throws the endpoint's own `error`.
 */
export function readHostedTokens(answer: Partial<Record<string, string>>) {
  if (answer.error) throw new Error(answer.error);
  if (!answer.access_token) throw new Error('No access token returned from OAuth flow.');
  const accessToken = decodeJWT(answer.access_token);
  const { iat, username } = accessToken.payload;
  return {
    accessToken,
    username: typeof username === 'string' ? username : 'username',
    // By how much the pool's clock is ahead of ours.
    clockDrift: iat ? iat * 1000 - Date.now() : 0,
    ...(answer.id_token && { idToken: decodeJWT(answer.id_token) }),
    ...(answer.refresh_token && { refreshToken: answer.refresh_token }),
  };
}
