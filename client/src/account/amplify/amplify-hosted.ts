import { decodeJWT } from 'aws-amplify/auth';
import {
  cognitoUserPoolsTokenProvider,
  generateCodeVerifier,
  generateState,
  getRedirectUrl,
} from 'aws-amplify/auth/cognito';
import { sessionItems, type ItemStorage } from '../../browser-storage.ts';
import { HOSTED_SCOPES } from '../amplify/amplify-settings.ts';
import type { HostedLogin } from '../identity-provider.ts';
import type { HostedSettings } from './hosted-pages.ts';

const { tokenOrchestrator } = cognitoUserPoolsTokenProvider;

/**
 * The hosted pages of the local pool, which Amplify cannot reach without https. Addresses, parameters and messages are those
 * of Amplify.
 * @param pool the pool's endpoint, the base URL of its hosted pages
 */
export function createLocalHostedLogin(
  settings: HostedSettings,
  clientId: string,
  pool: string,
): Omit<HostedLogin, 'leave'> {
  const { responseType, redirectSignIn } = settings;
  const attempts = createAttemptStore(sessionItems);
  const hostedUrl = (path: string, query: Record<string, string>) =>
    `${pool}${path}?${new URLSearchParams(query).toString()}`;

  const exchangeCode = async (code: string, { redirect, verifier }: HostedAttempt): Promise<HostedTokens> => {
    const body = new URLSearchParams({
      grant_type: 'authorization_code',
      code,
      client_id: clientId,
      redirect_uri: redirect,
      code_verifier: verifier,
    });
    const response = await fetch(`${pool}/oauth2/token`, { method: 'POST', body });
    return readHostedTokens((await response.json()) as Record<string, string>);
  };

  return {
    signIn: () => {
      const verifier = generateCodeVerifier(128);
      const attempt = {
        state: generateState(),
        verifier: verifier.value,
        redirect: getRedirectUrl(redirectSignIn),
      };
      attempts.write(attempt);
      const proof = { code_challenge: verifier.toCodeChallenge(), code_challenge_method: verifier.method };
      const query = {
        redirect_uri: attempt.redirect,
        response_type: responseType,
        client_id: clientId,
        identity_provider: 'COGNITO',
        scope: HOSTED_SCOPES.join(' '),
        state: attempt.state,
        ...(responseType === 'code' && proof),
      };
      location.assign(hostedUrl('/oauth2/authorize', query));
      return Promise.resolve();
    },
    complete: async () => {
      const attempt = attempts.readAndRemove();
      const { search, hash } = location;
      const params = Object.fromEntries(new URLSearchParams(search || hash.slice(1)));
      // Code and tokens must not stay in the browser's history.
      history.replaceState(history.state, '', location.pathname);
      if (params.error) throw new Error(params.error_description ?? params.error);
      if (!attempt || attempt.state !== params.state)
        throw new Error('An error occurred while validating the state.');
      const tokens = params.code ? await exchangeCode(params.code, attempt) : readHostedTokens(params);
      await tokenOrchestrator.setTokens({ tokens });
      await tokenOrchestrator.setOAuthMetadata({ oauthSignIn: true });
    },
  };
}

/** A sign-in at the hosted pages that this tab began: its secrets, and the address it returns to. */
type HostedAttempt = { state: string; verifier: string; redirect: string };

const ATTEMPT_KEY = 'cruddur-hosted-sign-in';

/** The tab's one attempt. Reading removes it, so a repeated callback finds none. */
function createAttemptStore(storage: ItemStorage) {
  return {
    write: (attempt: HostedAttempt) => storage.setItem(ATTEMPT_KEY, JSON.stringify(attempt)),
    readAndRemove: (): HostedAttempt | null => {
      const stored = storage.getItem(ATTEMPT_KEY);
      storage.removeItem(ATTEMPT_KEY);
      return stored === null ? null : (JSON.parse(stored) as HostedAttempt);
    },
  };
}

/** Tokens in Amplify's form. */
type HostedTokens = ReturnType<typeof readHostedTokens>;

/**
 * Reads the tokens of the token endpoint's response, or of a redirect address; the latter has no refresh token.
 * @throws the endpoint's own `error`
 */
function readHostedTokens(params: Partial<Record<string, string>>) {
  if (params.error) throw new Error(params.error);
  if (!params.access_token) throw new Error('No access token returned from OAuth flow.');
  const accessToken = decodeJWT(params.access_token);
  const { iat, username } = accessToken.payload;
  return {
    accessToken,
    username: typeof username === 'string' ? username : 'username',
    /** How far the pool's clock is ahead of this browser's, in milliseconds. */
    clockDrift: iat ? iat * 1000 - Date.now() : 0,
    ...(params.id_token && { idToken: decodeJWT(params.id_token) }),
    ...(params.refresh_token && { refreshToken: params.refresh_token }),
  };
}
