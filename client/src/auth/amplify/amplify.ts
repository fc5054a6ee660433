import type { ClientConfig } from '@cruddur/shared';
import { Amplify } from 'aws-amplify';
import * as auth from 'aws-amplify/auth';
import { cognitoUserPoolsTokenProvider } from 'aws-amplify/auth/cognito';
import { ConsoleLogger, Hub } from 'aws-amplify/utils';
import type { Person } from '../../machines/account.ts';
import { toAmplifySettings } from './amplify-settings.ts';
import { createAmplifySignIn } from './amplify-sign-in.ts';
import { readClockDrift, createTokenStorage } from './token-storage.ts';
import { createAmplifyHostedLogin } from '../hosted/amplify-hosted.ts';
import { createLocalHostedLogin } from '../hosted/amplify-hosted-local.ts';
import type { HostedLogin } from '../hosted/hosted-login.ts';
import { readHostedSettings, isLocalPool } from '../hosted/hosted-settings.ts';
import { importOrNetworkError } from '../../lazy/load-code.ts';
import type { IdentityEvent, IdentityProvider, ProviderSession } from '../identity-provider.ts';

const EVENTS: readonly string[] = [
  'tokenRefresh',
  'tokenRefresh_failure',
  'signedOut',
] satisfies IdentityEvent[];

/**
 * The user pool through aws-amplify, against Amazon's endpoints or the configured ones. Amplify is one per page, and so is
 * this. Throws when the configuration cannot work.
 */
export function createAmplifyProvider(config: ClientConfig, origin = location.origin): IdentityProvider {
  const storage = createTokenStorage(config.token_store);
  const hosted = createHostedLogin(config, origin);
  configureQuietly(config, origin);
  cognitoUserPoolsTokenProvider.setKeyValueStorage(storage);

  const session: IdentityProvider['session'] = async (options = {}) => {
    const tokens = await Amplify.getTokens(options);
    if (!tokens) return null;
    return toProviderSession(tokens, await readClockDrift(storage, config.user_pool_client_id));
  };

  return {
    session,
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
    ...createAmplifySignIn(),
    resetPassword: async (email) =>
      (await auth.resetPassword({ username: email })).nextStep.resetPasswordStep,
    confirmResetPassword: ({ email, code, password }) =>
      auth.confirmResetPassword({ username: email, confirmationCode: code, newPassword: password }),
    fetchPerson: async () => toPerson(await auth.fetchUserAttributes()),
    signOut: (options) => (hosted ?? auth).signOut(options),
    discard: async () => {
      // Whoever came by the hosted pages would be sent there by a sign-out, away from what they are writing.
      if (await hosted?.isSignedIn()) await cognitoUserPoolsTokenProvider.tokenOrchestrator.clearTokens();
      else await auth.signOut();
    },
    updateHandle: async (handle) => {
      await auth.updateUserAttributes({ userAttributes: { preferred_username: handle } });
    },
    account: async () =>
      (await importOrNetworkError(() => import('./amplify-account.ts'))).createAmplifyAccount(),
    listen: (listener) =>
      Hub.listen('auth', ({ payload }) => {
        if (EVENTS.includes(payload.event)) listener(payload.event as IdentityEvent);
      }),
  };
}

/** Amplify warns about every endpoint that is not Amazon's; ours are chosen on purpose. */
function configureQuietly(config: ClientConfig, origin: string): void {
  ConsoleLogger.LOG_LEVEL = 'ERROR';
  Amplify.configure(toAmplifySettings(config, origin));
  ConsoleLogger.LOG_LEVEL = config.log_level.toUpperCase();
}

function createHostedLogin(config: ClientConfig, origin: string): HostedLogin | null {
  const settings = readHostedSettings(config);
  if (!settings) return null;
  if (!isLocalPool(settings)) return createAmplifyHostedLogin();
  return createLocalHostedLogin(settings, config.user_pool_client_id, new URL(settings.domain, origin).href);
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
