import { COOKIE_DAYS, type ClientConfig } from '@cruddur/shared';
import { Amplify } from 'aws-amplify';
import * as auth from 'aws-amplify/auth';
import { cognitoUserPoolsTokenProvider } from 'aws-amplify/auth/cognito';
import {
  ConsoleLogger,
  CookieStorage,
  defaultStorage,
  Hub,
  type KeyValueStorageInterface,
} from 'aws-amplify/utils';
import { isFailure } from '../../machines/failure.ts';
import type { Person } from '../../machines/account.ts';
import { toAmplifySettings } from './amplify-settings.ts';
import { checkSettings } from './check-settings.ts';
import { createAmplifyHostedLogin } from '../hosted/amplify-hosted.ts';
import { createLocalHostedLogin } from '../hosted/amplify-hosted-local.ts';
import { readHostedSettings, isLocalPool } from '../hosted/hosted-pages.ts';
import { importOrNetworkError } from '../../lazy/load-code.ts';
import type { HostedLogin, IdentityEvent, IdentityProvider, ProviderSession } from '../identity-provider.ts';

const EVENTS: readonly string[] = [
  'tokenRefresh',
  'tokenRefresh_failure',
  'signedOut',
] satisfies IdentityEvent[];

/**
 * The user pool through aws-amplify, at Amazon's endpoints or the configured ones. One per page, because Amplify's state is
 * global. @throws when the configuration is invalid
 */
export function createAmplifyProvider(config: ClientConfig, origin = location.origin): IdentityProvider {
  const storage = createTokenStorage(config.token_store);
  const hosted = createHostedLogin(config, origin);
  configureQuietly(config, origin);
  cognitoUserPoolsTokenProvider.setKeyValueStorage(storage);

  const fetchSession: IdentityProvider['fetchSession'] = async (options = {}) => {
    const tokens = await Amplify.getTokens(options);
    if (!tokens) return null;
    return toProviderSession(tokens, await readClockDrift(storage, config.user_pool_client_id));
  };

  const signIn = async (input: auth.SignInInput) => {
    checkSettings(config);
    return signInAgain(input);
  };

  return {
    fetchSession,
    hosted,
    signUp: async ({ name, email, handle, password }) => {
      const userAttributes = { name, email, preferred_username: handle };
      await auth.signUp({ username: email, password, options: { userAttributes, autoSignIn: true } });
    },
    confirmSignUp: async (email, code) => {
      await auth.confirmSignUp({ username: email, confirmationCode: code });
    },
    resendSignUpCode: async (email) => {
      await auth.resendSignUpCode({ username: email });
    },
    autoSignIn: async () => nextStepOf(await auth.autoSignIn()),
    signIn: (username, password) => signIn({ username, password }),
    signInByPasskey: (username) =>
      signIn({ username, options: { authFlowType: 'USER_AUTH', preferredChallenge: 'WEB_AUTHN' } }),
    resetPassword: async (email) =>
      (await auth.resetPassword({ username: email })).nextStep.resetPasswordStep,
    confirmResetPassword: ({ email, code, password }) =>
      auth.confirmResetPassword({ username: email, confirmationCode: code, newPassword: password }),
    fetchPerson: async () => toPerson(await auth.fetchUserAttributes()),
    signOut: (options) => (hosted ?? auth).signOut(options),
    // After a hosted sign-in, `signOut` would leave this page for the hosted logout page and lose unsaved input.
    discardSession: () => cognitoUserPoolsTokenProvider.tokenOrchestrator.clearTokens(),
    updateHandle: async (handle) => {
      await auth.updateUserAttributes({ userAttributes: { preferred_username: handle } });
    },
    loadAccount: async () =>
      (await importOrNetworkError(() => import('./amplify-account.ts'))).createAmplifyAccount(),
    subscribe: (listener) =>
      Hub.listen('auth', ({ payload }) => {
        if (EVENTS.includes(payload.event)) listener(payload.event as IdentityEvent);
      }),
  };
}

/** Signs in; the remaining tokens of another session are removed first. */
async function signInAgain(input: auth.SignInInput): Promise<string> {
  try {
    return nextStepOf(await auth.signIn(input));
  } catch (error) {
    if (!isFailure(error, 'UserAlreadyAuthenticatedException')) throw error;
    await auth.signOut();
    return nextStepOf(await auth.signIn(input));
  }
}

function nextStepOf(output: auth.SignInOutput): string {
  return output.nextStep.signInStep;
}

/** Suppresses Amplify's warnings about endpoints that are not Amazon's. */
function configureQuietly(config: ClientConfig, origin: string): void {
  ConsoleLogger.LOG_LEVEL = 'ERROR';
  Amplify.configure(toAmplifySettings(config, origin));
  ConsoleLogger.LOG_LEVEL = config.log_level.toUpperCase();
}

function createHostedLogin(config: ClientConfig, origin: string): HostedLogin | null {
  const settings = readHostedSettings(config);
  if (!settings) return null;
  const hosted = isLocalPool(settings)
    ? createLocalHostedLogin(settings, config.user_pool_client_id, new URL(settings.domain, origin).href)
    : createAmplifyHostedLogin();
  const signIn = async () => {
    checkSettings(config);
    return hosted.signIn();
  };
  return { ...hosted, signIn };
}

function toProviderSession(tokens: auth.AuthTokens, drift: number): ProviderSession {
  const { accessToken, idToken } = tokens;
  const ends = [accessToken.payload.exp, idToken?.payload.exp].filter((end) => end !== undefined);
  return {
    accessToken: accessToken.toString(),
    sub: accessToken.payload.sub ?? '',
    expiresAt: Math.min(...ends) * 1000 - drift,
  };
}

function toPerson(attributes: auth.FetchUserAttributesOutput): Person {
  return {
    handle: attributes.preferred_username ?? '',
    display_name: attributes.name ?? '',
    cognito_id: attributes.sub ?? '',
  };
}

/** Local storage, or cookies with the lifetime that the specification states. */
function createTokenStorage(kind: ClientConfig['token_store']): KeyValueStorageInterface {
  if (kind === 'local') return defaultStorage;
  return new CookieStorage({ path: '/', expires: COOKIE_DAYS, secure: true, sameSite: 'lax' });
}

const STORAGE_PREFIX = 'CognitoIdentityServiceProvider';

/** How far the issuer's clock was ahead of this browser's when the tokens came, in milliseconds; 0 when unknown. */
async function readClockDrift(storage: KeyValueStorageInterface, clientId: string): Promise<number> {
  const user = await storage.getItem(`${STORAGE_PREFIX}.${clientId}.LastAuthUser`);
  const drift = Number(await storage.getItem(`${STORAGE_PREFIX}.${clientId}.${user ?? ''}.clockDrift`));
  return Number.isFinite(drift) ? drift : 0;
}
