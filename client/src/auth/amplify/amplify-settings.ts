import { PASSWORD_MIN, type ClientConfig } from '@cruddur/shared';
import type { ResourcesConfig } from 'aws-amplify';
import { readHostedSettings, isLocalPool } from '../hosted/hosted-pages.ts';

/** The scopes of a token from the hosted pages. */
export const HOSTED_SCOPES = ['openid', 'email', 'profile', 'aws.cognito.signin.user.admin'];

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
