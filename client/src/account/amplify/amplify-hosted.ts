import { Amplify, type ResourcesConfig } from 'aws-amplify';
import { signInWithRedirect, decodeJWT } from 'aws-amplify/auth';
import { Hub } from 'aws-amplify/utils';
import type { HostedLogin } from '../../base/session/identity-provider.ts';
import {
  cognitoUserPoolsTokenProvider,
  generateCodeVerifier,
  generateState,
  getRedirectUrl,
} from 'aws-amplify/auth/cognito';
import { sessionItems, type ItemStorage } from '../../base/browser-storage.ts';
import { type HostedSettings, readHostedSettings, isLocalPool } from '../../base/session/hosted-pages.ts';
import { PASSWORD_MIN, type ClientConfig } from '@cruddur/shared';

/**
 * Amazon's hosted pages, through Amplify. Must be created before Amplify is configured, because the configuration already
 * processes this page's address.
 */
export function createAmplifyHostedLogin(): Omit<HostedLogin, 'leave'> {
  let failure: unknown = null;
  const failed = new Promise<void>((resolve) => {
    const stop = Hub.listen('auth', ({ payload }) => {
      if (payload.event !== 'signInWithRedirect_failure') return;
      failure = payload.data.error;
      stop();
      resolve();
    });
  });
  // Amplify resolves `getTokens` one task before it reports the failure.
  const waitForFailure = () => Promise.race([failed, new Promise((resolve) => setTimeout(resolve))]);

  return {
    signIn: () => signInWithRedirect(),
    complete: async () => {
      if (await Amplify.getTokens({})) return;
      await waitForFailure();
      if (failure) throw failure as Error;
    },
  };
}

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

/** The scopes of a token from the hosted pages. */
const HOSTED_SCOPES = ['openid', 'email', 'profile', 'aws.cognito.signin.user.admin'];

type OAuth = NonNullable<NonNullable<NonNullable<ResourcesConfig['Auth']>['Cognito']['loginWith']>['oauth']>;

/**
 * Converts the client's configuration to Amplify's; a path given as an endpoint is relative to `origin`. Nothing is validated
 * here: Amplify rejects missing and malformed values at the first call that needs them.
 */
export function toAmplifySettings(config: ClientConfig, origin: string): ResourcesConfig {
  const userPool = {
    userPoolId: config.user_pool_id,
    userPoolClientId: config.user_pool_client_id,
    ...endpoint('userPoolEndpoint', config.user_pool_endpoint, origin),
    signUpVerificationMethod: 'code' as const,
    loginWith: { email: true, ...oauthSettings(config) },
    mfa: { status: 'off' as const },
    passwordFormat: { minLength: PASSWORD_MIN },
  };
  return { Auth: { Cognito: { ...userPool, ...identityPoolSettings(config, origin) } } };
}

function identityPoolSettings(config: ClientConfig, origin: string) {
  if (!config.identity_pool_id) return {};
  return {
    identityPoolId: config.identity_pool_id,
    allowGuestAccess: config.allow_guest,
    ...endpoint('identityPoolEndpoint', config.identity_pool_endpoint, origin),
  };
}

/** Only for Amazon's hosted pages: Amplify would request those of the local pool by https. */
function oauthSettings(config: ClientConfig): { oauth?: OAuth } {
  const settings = readHostedSettings(config);
  if (!settings || isLocalPool(settings)) return {};
  // Amplify reports an unknown response type as not configured.
  const responseType = settings.responseType as OAuth['responseType'];
  return { oauth: { ...settings, responseType, scopes: HOSTED_SCOPES } };
}

function endpoint(name: string, value: string, origin: string): Record<string, string> {
  return value === '' ? {} : { [name]: new URL(value, origin).href };
}

/**
 * Rejects the faults of a configuration that Amplify accepts in silence: it reads the identity pool only for credentials, which
 * no screen requests, and a region only from the pool's id. Names and messages are those of Amplify.
 * @throws at the sign-in, as Amplify does for the ids of the user pool
 */
export function checkSettings({ region, user_pool_id, identity_pool_id }: ClientConfig): void {
  if (region === '' || user_pool_id.startsWith('_'))
    throw createSettingsError('InvalidConfigException', 'Invalid config parameter.');
  if (identity_pool_id !== '' && !identity_pool_id.includes(':'))
    throw createSettingsError('InvalidIdentityPoolIdException', 'Invalid identity pool id provided.');
}

function createSettingsError(name: string, message: string): Error {
  return Object.assign(new Error(message), { name });
}
