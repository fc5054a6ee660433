import { COOKIE_DAYS, normalizeEmail, normalizePassword, type ClientConfig } from '@cruddur/shared';
import { Amplify } from 'aws-amplify';
import * as auth from 'aws-amplify/auth';
import { cognitoUserPoolsTokenProvider, getRedirectUrl } from 'aws-amplify/auth/cognito';
import { ConsoleLogger, CookieStorage, Hub, type KeyValueStorageInterface } from 'aws-amplify/utils';
import { localItems, type ItemStorage } from '../../base/browser-storage.ts';
import { isFailure } from '../../base/machines/failure.ts';
import {
  createAmplifyHostedLogin,
  createLocalHostedLogin,
  toAmplifySettings,
  checkSettings,
} from './amplify-hosted.ts';
import { readHostedSettings, isLocalPool } from '../../base/session/hosted-pages.ts';
import { loadChunk } from '../../base/lazy/load-chunk.ts';
import type {
  HostedLogin,
  IdentityProvider,
  ProviderSession,
  Person,
} from '../../base/session/identity-provider.ts';

const REFRESH_EVENTS: readonly string[] = ['tokenRefresh', 'tokenRefresh_failure'];

/**
 * The user pool through aws-amplify, at Amazon's endpoints or the configured ones. One per page, because Amplify's state is
 * global. @throws when the configuration is invalid
 */
export function createAmplifyProvider(
  config: ClientConfig,
  origin = location.origin,
  items: ItemStorage = localItems,
): IdentityProvider {
  const storage = config.token_store === 'cookie' ? createCookieStorage() : toTokenStorage(items);
  const hosted = createHostedLogin(config, origin);
  configureQuietly(config, origin);
  cognitoUserPoolsTokenProvider.setKeyValueStorage(storage);
  dropLateRefreshes(cognitoUserPoolsTokenProvider.tokenOrchestrator);

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
    signUp: async ({ name, email: typed, handle, password }) => {
      const email = normalizeEmail(typed);
      const userAttributes = { name, email, preferred_username: handle };
      await auth.signUp({
        username: email,
        password: normalizePassword(password),
        options: { userAttributes, autoSignIn: true },
      });
    },
    confirmSignUp: async (email, code) => {
      await auth.confirmSignUp({ username: normalizeEmail(email), confirmationCode: code });
    },
    resendSignUpCode: async (email) => {
      await auth.resendSignUpCode({ username: normalizeEmail(email) });
    },
    autoSignIn: async () => nextStepOf(await auth.autoSignIn()),
    signIn: (email, password) =>
      signIn({ username: normalizeEmail(email), password: normalizePassword(password) }),
    signInByPasskey: (email) =>
      signIn({
        username: normalizeEmail(email),
        options: { authFlowType: 'USER_AUTH', preferredChallenge: 'WEB_AUTHN' },
      }),
    resetPassword: async (email) =>
      (await auth.resetPassword({ username: normalizeEmail(email) })).nextStep.resetPasswordStep,
    confirmResetPassword: ({ email, code, password }) =>
      auth.confirmResetPassword({
        username: normalizeEmail(email),
        confirmationCode: code,
        newPassword: normalizePassword(password),
      }),
    fetchPerson: async () => toPerson(await auth.fetchUserAttributes()),
    updateHandle: async (handle) => {
      await auth.updateUserAttributes({ userAttributes: { preferred_username: handle } });
    },
    loadAccount: async () =>
      (await loadChunk(50, () => import('./amplify-account.ts'))).createAmplifyAccount(),
    onRefresh: (listener) =>
      void Hub.listen('auth', ({ payload }) => {
        if (REFRESH_EVENTS.includes(payload.event)) listener();
      }),
  };
}

/**
 * Tokens that arrive after the sign-out are not stored, and a failure that arrives then does not remove those of the next user.
 */
function dropLateRefreshes(orchestrator: typeof cognitoUserPoolsTokenProvider.tokenOrchestrator): void {
  const refresh = orchestrator.getTokenRefresher();
  orchestrator.setTokenRefresher(async (input) => {
    const outcome = await refresh(input).catch((error: unknown) => ({ error }));
    const store = orchestrator.getTokenStore();
    const stored = await store.loadTokens();
    const isOfUser = stored !== null && (await store.getLastAuthUser()) === input.username;
    if (!isOfUser) throw new Error('The session has ended.');
    // Another tab has renewed them.
    if (stored.refreshToken !== input.tokens.refreshToken) return stored;
    if ('error' in outcome) throw outcome.error;
    return outcome;
  });
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
  const isLocal = isLocalPool(settings);
  const pages = isLocal ? new URL(settings.domain, origin).href : `https://${settings.domain}`;
  const hosted = isLocal
    ? createLocalHostedLogin(settings, config.user_pool_client_id, pages)
    : createAmplifyHostedLogin();
  return {
    ...hosted,
    signIn: async () => {
      checkSettings(config);
      return hosted.signIn();
    },
    leave: () => {
      const logout_uri = getRedirectUrl(settings.redirectSignOut);
      const query = new URLSearchParams({ client_id: config.user_pool_client_id, logout_uri });
      location.assign(`${pages}/logout?${query.toString()}`);
    },
  };
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

/** With the lifetime that the specification states. */
const createCookieStorage = () =>
  new CookieStorage({ path: '/', expires: COOKIE_DAYS, secure: true, sameSite: 'lax' });

function toTokenStorage(items: ItemStorage): KeyValueStorageInterface {
  return {
    getItem: (key) => Promise.resolve(items.getItem(key)),
    setItem(key, value) {
      items.setItem(key, value);
      return Promise.resolve();
    },
    removeItem(key) {
      items.removeItem(key);
      return Promise.resolve();
    },
    clear: () => Promise.reject(new Error('the storage has other items too')),
  };
}

const STORAGE_PREFIX = 'CognitoIdentityServiceProvider';

/** How far the issuer's clock was ahead of this browser's when the tokens came, in milliseconds; 0 when unknown. */
async function readClockDrift(storage: KeyValueStorageInterface, clientId: string): Promise<number> {
  const user = await storage.getItem(`${STORAGE_PREFIX}.${clientId}.LastAuthUser`);
  const drift = Number(await storage.getItem(`${STORAGE_PREFIX}.${clientId}.${user ?? ''}.clockDrift`));
  return Number.isFinite(drift) ? drift : 0;
}
