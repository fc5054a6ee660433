import { parseClientConfig, type ClientConfig } from '@cruddur/shared';
import { expect, test } from 'vitest';
import { createAmplifyProvider } from '../../../../client/src/account/amplify/amplify.ts';
import { toAmplifySettings } from '../../../../client/src/account/amplify/amplify-hosted.ts';

const pool = { user_pool_id: 'ap-south-1_Local0001', user_pool_client_id: 'localwebclient0000000001' };
const settings = (config: Partial<ClientConfig>) =>
  toAmplifySettings(parseClientConfig(config), 'http://localhost:4567');

test('an endpoint given as a path is resolved against the page’s origin, and without one Amazon’s own is used', () => {
  expect(settings({ ...pool, user_pool_endpoint: '/local/idp' }).Auth?.Cognito).toMatchObject({
    userPoolId: pool.user_pool_id,
    userPoolClientId: pool.user_pool_client_id,
    userPoolEndpoint: 'http://localhost:4567/local/idp',
    passwordFormat: { minLength: 8 },
    mfa: { status: 'off' },
  });
  for (const name of ['userPoolEndpoint', 'identityPoolId'])
    expect(settings(pool).Auth?.Cognito).not.toHaveProperty(name);
});

test('guests are allowed only when the configuration says so', () => {
  const identity_pool_id = 'ap-south-1:00000000-0000-4000-8000-000000000001';
  const Cognito = { identityPoolId: identity_pool_id, allowGuestAccess: false };
  expect(settings({ ...pool, identity_pool_id }).Auth).toMatchObject({ Cognito });
  const guests = settings({ ...pool, identity_pool_id, allow_guest: true });
  expect(guests.Auth).toMatchObject({ Cognito: { ...Cognito, allowGuestAccess: true } });
});

const oauth = {
  oauth_domain: 'login.example.com',
  oauth_redirect_sign_in: 'https://example.com/',
  oauth_redirect_sign_out: 'https://example.com/,http://localhost:4567/',
  oauth_response_type: 'code',
};

test('Amazon’s hosted login is passed on and the local pool’s is not, because Amplify cannot reach it', () => {
  expect(settings({ ...pool, ...oauth }).Auth?.Cognito.loginWith?.oauth).toMatchObject({
    domain: 'login.example.com',
    redirectSignOut: ['https://example.com/', 'http://localhost:4567/'],
    responseType: 'code',
  });
  const local = settings({ ...pool, ...oauth, oauth_domain: '/local/idp' });
  expect(local.Auth?.Cognito.loginWith).not.toHaveProperty('oauth');
});

const provider = (config: Partial<ClientConfig>) =>
  createAmplifyProvider(parseClientConfig(config), 'http://localhost:4567');

test.each([
  ['Auth UserPool not configured.', {}],
  ['Auth UserPool not configured.', { ...pool, user_pool_id: '' }],
  ['Invalid user pool id provided.', { ...pool, user_pool_id: 'abc' }],
  ['Invalid identity pool id provided.', { ...pool, identity_pool_id: 'nowhere' }],
  ['Invalid config parameter.', { ...pool, region: '' }],
  ['Invalid config parameter.', { ...pool, user_pool_id: '_Abc' }],
])('%s at the sign-in, with %o', async (message, config) => {
  await expect(provider(config).signIn('ada@example.com', 'analytical')).rejects.toMatchObject({ message });
  await expect(provider(config).signInByPasskey('ada@example.com')).rejects.toMatchObject({ message });
});

test.each([
  ['Invalid identity pool id provided.', { identity_pool_id: 'nowhere', oauth_response_type: 'code' }],
  ['oauth param not configured.', {}],
] as const)('%s at the hosted login, when it is used with %o', async (message, config) => {
  const { hosted } = provider({ ...pool, oauth_domain: 'login.example', ...config });
  await expect(hosted?.signIn()).rejects.toMatchObject({ message });
});
