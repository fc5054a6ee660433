import { signOut } from 'aws-amplify/auth';
import {
  cognitoUserPoolsTokenProvider,
  generateCodeVerifier,
  generateState,
  getRedirectUrl,
} from 'aws-amplify/auth/cognito';
import { HOSTED_SCOPES, type HostedLogin } from './hosted-login.ts';
import { createAttemptStore, type HostedAttempt } from './hosted-attempt.ts';
import type { HostedSettings } from './hosted-settings.ts';
import { readHostedTokens, type HostedTokens } from './amplify-hosted-tokens.ts';

const { tokenOrchestrator } = cognitoUserPoolsTokenProvider;

/**
 * The hosted pages of the local pool, which Amplify cannot reach without https; addresses, parameters and words are its own.
 * @param pool the pool's endpoint, under which its hosted pages are
 */
export function createLocalHostedLogin(
  settings: HostedSettings,
  clientId: string,
  pool: string,
): HostedLogin {
  const { responseType, redirectSignIn, redirectSignOut } = settings;
  const attempts = createAttemptStore(sessionStorage);
  const hostedUrl = (path: string, query: Record<string, string>) =>
    `${pool}${path}?${new URLSearchParams(query).toString()}`;
  const isSignedIn = async () => (await tokenOrchestrator.getOAuthMetadata())?.oauthSignIn ?? false;

  const exchange = async (code: string, { redirect, verifier }: HostedAttempt): Promise<HostedTokens> => {
    const form = { grant_type: 'authorization_code', code, client_id: clientId };
    const body = new URLSearchParams({ ...form, redirect_uri: redirect, code_verifier: verifier });
    const response = await fetch(`${pool}/oauth2/token`, { method: 'POST', body });
    return readHostedTokens((await response.json()) as Record<string, string>);
  };

  return {
    isSignedIn,
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
      const answer = Object.fromEntries(new URLSearchParams(search || hash.slice(1)));
      // Code and tokens are for nobody's history.
      history.replaceState(history.state, '', location.pathname);
      if (answer.error) throw new Error(answer.error_description ?? answer.error);
      if (!attempt || attempt.state !== answer.state)
        throw new Error('An error occurred while validating the state.');
      const tokens = answer.code ? await exchange(answer.code, attempt) : readHostedTokens(answer);
      await tokenOrchestrator.setTokens({ tokens });
      await tokenOrchestrator.setOAuthMetadata({ oauthSignIn: true });
    },
    signOut: async (options) => {
      const needsLogoutPage = await isSignedIn();
      await signOut(options);
      if (!needsLogoutPage) return;
      location.assign(
        hostedUrl('/logout', { client_id: clientId, logout_uri: getRedirectUrl(redirectSignOut) }),
      );
    },
  };
}
