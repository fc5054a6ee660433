import { execFileSync } from 'node:child_process';
import { parseClientConfig } from '@cruddur/shared';
import { expect, test } from 'vitest';
import { loadConfig } from '../../../../server/src/config/load-config.ts';
import { connectOrigins } from '../../../../server/src/wiring/web-origins.ts';
import { buildClientConfig } from '../../../../server/src/wiring/build-client-config.ts';
import { release } from '../../../../server/src/http/release.ts';

const cognito = { COGNITO_USER_POOL_ID: 'eu-west-1_Abc', COGNITO_CLIENT_ID: 'client' };

test('with the local pool the page gets its fixed names and the path of its endpoint', () => {
  expect(buildClientConfig(loadConfig({}))).toEqual({
    region: 'ap-south-1',
    user_pool_id: 'ap-south-1_Local0001',
    user_pool_client_id: 'localwebclient0000000001',
    user_pool_endpoint: '/local/idp',
    identity_pool_id: 'ap-south-1:00000000-0000-4000-8000-000000000001',
    identity_pool_endpoint: '/local/idp',
    allow_guest: false,
    local_pool: true,
    local_mailbox: true,
    machines_server: true,
    ...release,
  });
});

test('with Amazon Cognito the page gets the pool and nothing local', () => {
  const clientConfig = buildClientConfig(loadConfig({ ...cognito, VITE_TOKEN_STORE: 'cookie' }));
  expect(parseClientConfig(clientConfig)).toMatchObject({
    region: 'eu-west-1',
    user_pool_id: 'eu-west-1_Abc',
    user_pool_client_id: 'client',
    user_pool_endpoint: '',
    token_store: 'cookie',
    local_pool: false,
    machines_server: false,
  });
});

test('with another implementation of Cognito the page gets its endpoint; its ids are accepted outside production', () => {
  const env = { COGNITO_USER_POOL_ID: 'local_Abc', COGNITO_CLIENT_ID: 'client' };
  const endpoint = 'http://localhost:9229';
  const config = loadConfig({ ...env, COGNITO_ENDPOINT: endpoint });
  expect(buildClientConfig(config)).toMatchObject({
    user_pool_id: 'local_Abc',
    user_pool_endpoint: endpoint,
  });
  expect(connectOrigins(config)).toContain(endpoint);
  const production = { ...env, COGNITO_ENDPOINT: endpoint, NODE_ENV: 'production' };
  expect(() => loadConfig(production)).toThrow('Invalid user pool id provided.');
});

test.each([{ SMTP_URL: 'smtp://localhost' }, { LOCAL_MAILBOX: '0' }, { HOST: '0.0.0.0' }])(
  'the page gets no link to a mailbox that shows nothing: %o',
  (env) => {
    expect(buildClientConfig(loadConfig(env))).toMatchObject({ local_pool: true, local_mailbox: false });
  },
);

test('the page gets the hosted pages: Amazon’s by their domain, the local pool’s by their path', () => {
  const redirects = {
    COGNITO_REDIRECT_SIGN_IN: 'http://localhost:4567/, https://cruddur.example/',
    COGNITO_REDIRECT_SIGN_OUT: 'http://localhost:4567/about',
  };
  const learned = {
    oauth_redirect_sign_in: 'http://localhost:4567/,https://cruddur.example/',
    oauth_redirect_sign_out: 'http://localhost:4567/about',
    oauth_response_type: 'code',
  };
  expect(buildClientConfig(loadConfig(redirects))).toMatchObject({ ...learned, oauth_domain: '/local/idp' });
  const amazon = { ...cognito, COGNITO_DOMAIN: 'login.example', COGNITO_RESPONSE_TYPE: 'code' };
  const clientConfig = buildClientConfig(loadConfig({ ...redirects, ...amazon }));
  expect(clientConfig).toMatchObject({ ...learned, oauth_domain: 'login.example' });
});

test('`npm run dev` passes the same settings to the page that Vite serves', () => {
  const printed = execFileSync('node_modules/.bin/tsx', ['.ci/dev-settings.mjs']);
  const settings = JSON.parse(printed.toString()) as [string, string][];
  expect(settings).toContainEqual(['VITE_USER_POOL_ENDPOINT', '/local/idp']);
  expect(settings).toContainEqual(['VITE_LOCAL_POOL', 'true']);
});
