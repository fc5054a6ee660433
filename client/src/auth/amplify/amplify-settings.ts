import { PASSWORD_MIN, type ClientConfig } from '@cruddur/shared';
import type { ResourcesConfig } from 'aws-amplify';
import { HOSTED_SCOPES } from '../hosted/hosted-login.ts';
import { readHostedSettings, isLocalPool } from '../hosted/hosted-settings.ts';

type OAuth = NonNullable<NonNullable<NonNullable<ResourcesConfig['Auth']>['Cognito']['loginWith']>['oauth']>;

/**
 * The client's configuration in Amplify's words; a path given as endpoint is under `origin`. Nothing is judged here: Amplify
 * refuses what is missing or malformed at the first call that needs it.
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

/** Amplify learns of Amazon's hosted pages only; it would look for those of the local pool by https. */
function oauthSettings(config: ClientConfig): { oauth?: OAuth } {
  const settings = readHostedSettings(config);
  if (!settings || isLocalPool(settings)) return {};
  // An unknown kind is as good as none: Amplify calls that not configured.
  const responseType = settings.responseType as OAuth['responseType'];
  return { oauth: { ...settings, responseType, scopes: HOSTED_SCOPES } };
}

function endpoint(name: string, value: string, origin: string): Record<string, string> {
  return value === '' ? {} : { [name]: new URL(value, origin).href };
}
