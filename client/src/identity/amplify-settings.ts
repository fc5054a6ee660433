import { PASSWORD_MIN, type ClientConfig } from '@cruddur/shared';
import type { ResourcesConfig } from 'aws-amplify';

type Cognito = NonNullable<ResourcesConfig['Auth']>['Cognito'];
type OAuth = NonNullable<NonNullable<Cognito['loginWith']>['oauth']>;

/**
 * The client's configuration in Amplify's words; a path given as endpoint is under `origin`. Throws an `Error` that is named
 * and worded as the library's own when ids are missing or malformed.
 */
export function amplifySettings(config: ClientConfig, origin: string): ResourcesConfig {
  if (!config.user_pool_id || !config.user_pool_client_id) {
    throw named('AuthUserPoolException', 'Auth UserPool not configured.');
  }
  if (!config.user_pool_id.includes('_')) {
    throw named('InvalidUserPoolIdException', 'Invalid user pool id provided.');
  }
  const userPool = {
    userPoolId: config.user_pool_id,
    userPoolClientId: config.user_pool_client_id,
    ...endpoint('userPoolEndpoint', config.user_pool_endpoint, origin),
    signUpVerificationMethod: 'code' as const,
    loginWith: { email: true, ...oauthOf(config) },
    mfa: { status: 'off' as const },
    passwordFormat: { minLength: PASSWORD_MIN },
  };
  return { Auth: { Cognito: { ...userPool, ...identityPoolOf(config, origin) } } };
}

function identityPoolOf(config: ClientConfig, origin: string) {
  if (!config.identity_pool_id) return {};
  if (!config.identity_pool_id.includes(':')) {
    throw named('InvalidIdentityPoolIdException', 'Invalid identity pool id provided.');
  }
  return {
    identityPoolId: config.identity_pool_id,
    allowGuestAccess: config.allow_guest,
    ...endpoint('identityPoolEndpoint', config.identity_pool_endpoint, origin),
  };
}

function oauthOf(config: ClientConfig): { oauth?: OAuth } {
  const { oauth_domain: domain, oauth_response_type: responseType } = config;
  const { oauth_redirect_sign_in: signIn, oauth_redirect_sign_out: signOut } = config;
  const given = [domain, responseType, signIn, signOut].filter((value) => value !== '');
  if (given.length === 0) return {};
  if (given.length < 4 || (responseType !== 'code' && responseType !== 'token')) {
    throw named('OAuthNotConfigureException', 'oauth param not configured.');
  }
  const scopes = ['openid', 'email', 'profile', 'aws.cognito.signin.user.admin'];
  return { oauth: { domain, responseType, scopes, redirectSignIn: [signIn], redirectSignOut: [signOut] } };
}

function endpoint(name: string, value: string, origin: string): Record<string, string> {
  return value === '' ? {} : { [name]: new URL(value, origin).href };
}

function named(name: string, message: string): Error {
  return Object.assign(new Error(message), { name });
}
