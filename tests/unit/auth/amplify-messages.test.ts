import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { parseClientConfig, COOKIE_DAYS, type ClientConfig } from '@cruddur/shared';
import { Amplify } from 'aws-amplify';
import * as auth from 'aws-amplify/auth';
import {
  cognitoCredentialsProvider,
  cognitoUserPoolsTokenProvider,
  DefaultTokenStore,
  getRedirectUrl,
} from 'aws-amplify/auth/cognito';
import { ConsoleLogger, CookieStorage } from 'aws-amplify/utils';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { createAmplifyProvider } from '../../../client/src/auth/amplify/amplify.ts';
import { libraryMessages } from '../../support/identity-messages/library-messages.ts';
import { createToken } from './session-fixture.ts';

const { tokenOrchestrator, authTokenStore } = cognitoUserPoolsTokenProvider;
const pool = { userPoolId: 'ap-south-1_Abc', userPoolClientId: 'client' };
const identityPoolId = 'ap-south-1:00000000-0000-4000-8000-000000000001';
const configure = (more: object = {}) => Amplify.configure({ Auth: { Cognito: { ...pool, ...more } } });

const inAnHour = () => Math.floor(Date.now() / 1000) + 3600;
const token = (claims: object = {}) =>
  auth.decodeJWT(createToken({ sub: 'ada', exp: inAnHour(), ...claims }));
const hold = (more: Partial<Parameters<typeof tokenOrchestrator.setTokens>[0]['tokens']> = {}) =>
  tokenOrchestrator.setTokens({
    tokens: { accessToken: token(), idToken: token(), clockDrift: 0, username: 'ada', ...more },
  });

/** An endpoint with a given answer for each operation, which counts the calls. */
async function endpoint(answers: Record<string, object>, status = 200) {
  let calls = 0;
  const server = createServer((request, response) => {
    calls += 1;
    const operation = String(request.headers['x-amz-target']).split('.').at(-1) ?? '';
    response.writeHead(status, { 'content-type': 'application/x-amz-json-1.1' });
    response.end(JSON.stringify(answers[operation] ?? {}));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    calls: () => calls,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Amplify's message when credentials are requested from an identity pool with these answers. */
async function credentials(answers: Record<string, object>, more: object = {}): Promise<unknown> {
  await using identities = await endpoint(answers);
  const identityPoolEndpoint = identities.url;
  configure({ identityPoolId, identityPoolEndpoint, allowGuestAccess: true, ...more });
  return await auth.fetchAuthSession();
}

/** Runs the delays of Amplify's retries, 200 to 500 ms, at once. @returns the delays of all timeouts */
function skipRetryDelays(): () => number[] {
  const original = globalThis.setTimeout;
  const timeouts = vi
    .spyOn(globalThis, 'setTimeout')
    .mockImplementation((run, ms = 0) => original(run, ms >= 200 && ms < 600 ? 0 : ms));
  onTestFinished(() => timeouts.mockRestore());
  return () => timeouts.mock.calls.map(([, ms]) => Number(ms));
}

/** Calls that fail with a message of the table; the remaining messages have no call. */
const calls: Record<string, () => unknown> = {
  'Invalid tokens.': () => tokenOrchestrator.setTokens({ tokens: undefined as never }),
  'User needs to be authenticated to call this API.': () => auth.fetchUserAttributes(),
  'Token refresh is not supported': async () => {
    await hold();
    return auth.fetchAuthSession({ forceRefresh: true });
  },
  'The given preferredRedirectUrl': () => getRedirectUrl(['https://a.example/'], 'https://b.example/'),
  'Invalid Idtoken.': async () => {
    await hold();
    return credentials({});
  },
  'Cognito did not respond': () => credentials({ GetId: { IdentityId: identityPoolId } }),
  'Received undefined response': () => credentials({}),
  'username is required to signIn': () => auth.signIn({ username: '', password: 'x' }),
  'password is required to signIn': () => auth.signIn({ username: 'x', password: '' }),
  'username is required to signUp': () => auth.signUp({ username: '', password: 'x' }),
  'username is required to confirmSignUp': () => auth.confirmSignUp({ username: '', confirmationCode: '1' }),
  'code is required to confirmSignUp': () => auth.confirmSignUp({ username: 'x', confirmationCode: '' }),
  'username is required to resetPassword': () => auth.resetPassword({ username: '' }),
  'confirmationCode is required': () =>
    auth.confirmResetPassword({ username: 'x', confirmationCode: '', newPassword: 'x' }),
  'newPassword is required': () =>
    auth.confirmResetPassword({ username: 'x', confirmationCode: '1', newPassword: '' }),
  'An unknown error has occurred.': async () => {
    await hold({ refreshToken: 'r' });
    await using userPool = await endpoint({});
    configure({ userPoolEndpoint: userPool.url });
    return await auth.fetchAuthSession({ forceRefresh: true });
  },
};
const WORDS_ONLY = ['Auth Token Provider', 'Auth session was not found', 'An error occurred when attempting'];

beforeEach(async () => {
  ConsoleLogger.LOG_LEVEL = 'ERROR';
  configure();
  await tokenOrchestrator.clearTokens();
  await cognitoCredentialsProvider.clearCredentialsAndIdentityId();
});

describe('the installed Amplify version', () => {
  const rows = libraryMessages.map(({ message }): [string] => [message]);
  const isWordsOnly = (text: string) => WORDS_ONLY.some((words) => text.startsWith(words));

  test.each(rows.filter(([text]) => !isWordsOnly(text)))('[WORDS-2] a call produces: %s', async (text) => {
    const call = Object.entries(calls).find(([words]) => text.startsWith(words))?.[1];
    await expect(Promise.resolve().then(call)).rejects.toMatchObject({ message: text });
  });

  test('[WORDS-2] swallows the missing session', async () => {
    const store = new DefaultTokenStore();
    store.setAuthConfig({ Cognito: pool });
    store.setKeyValueStorage(authTokenStore.getKeyValueStorage());
    expect(await store.loadTokens()).toBeNull();
    expect(await auth.fetchAuthSession()).toMatchObject({ tokens: undefined });
  });

  test('[WORDS-2] tries three times and waits 2^n x 100 ms plus jitter after temporary failures', async () => {
    const timeouts = skipRetryDelays();
    const retried = { 500: 3, 502: 3, 503: 3, 504: 3, 429: 3, 400: 1, 501: 1 };
    for (const [status, times] of Object.entries(retried)) {
      await using userPool = await endpoint({}, Number(status));
      configure({ userPoolEndpoint: userPool.url });
      await expect(auth.resetPassword({ username: 'x' })).rejects.toThrow();
      expect([status, userPool.calls()]).toEqual([status, times]);
    }
    const delays = timeouts().map((ms) => Math.floor(ms / 100));
    expect(delays.filter((hundreds) => hundreds === 2 || hundreds === 4)).toEqual(
      Array(5).fill([2, 4]).flat(),
    );
  });

  test('[WORDS-2] retries on throttling error names and on network failures', async () => {
    skipRetryDelays();
    const throttling = await endpoint({ ForgotPassword: { __type: 'TooManyRequestsException' } }, 400);
    configure({ userPoolEndpoint: throttling.url });
    await expect(auth.resetPassword({ username: 'x' })).rejects.toMatchObject({
      name: 'TooManyRequestsException',
    });
    expect(throttling.calls()).toBe(3);
    await throttling[Symbol.asyncDispose]();
    await expect(auth.resetPassword({ username: 'x' })).rejects.toMatchObject({
      name: 'NetworkError',
      message: 'A network error has occurred.',
    });
  });

  test('[WORDS-2] logs from warn on, and at the configured level', () => {
    const written = vi.spyOn(console, 'log').mockImplementation(() => undefined);
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const counts = ['VERBOSE', 'DEBUG', 'INFO', 'WARN', 'NONE', null].map((level) => {
      ConsoleLogger.LOG_LEVEL = level;
      const logger = new ConsoleLogger('words');
      for (const write of ['verbose', 'debug', 'info', 'warn'] as const) logger[write]('x');
      const count = written.mock.calls.length + warned.mock.calls.length;
      written.mockClear();
      warned.mockClear();
      return count;
    });
    vi.restoreAllMocks();
    expect(counts).toEqual([4, 3, 2, 1, 0, 1]);
  });

  test('[WORDS-2] keeps cookies for a year, over https, for the whole site; lax with server rendering', () => {
    expect(new CookieStorage()).toMatchObject({ expires: COOKIE_DAYS, secure: true, path: '/' });
    const resources = { Auth: { Cognito: { ...pool } } };
    Amplify.configure(resources, { ssr: true });
    expect(authTokenStore.getKeyValueStorage()).toMatchObject({ sameSite: 'lax', expires: COOKIE_DAYS });
    Amplify.configure(resources, { ssr: false });
  });
});

describe('missing or malformed configuration', () => {
  test.each([
    ['Invalid identity pool id provided.', () => credentials({}, { identityPoolId: 'nowhere' })],
    ['Invalid config parameter.', () => Amplify.configure({ aws_user_pools_id: 'x' } as never)],
  ])('[WORDS-2] %s is the library’s own message', async (message, call) => {
    await expect(Promise.resolve().then(call)).rejects.toMatchObject({ message });
  });

  const provider = (config: Partial<ClientConfig>) =>
    createAmplifyProvider(parseClientConfig(config), 'http://localhost:4567');
  const ids = { user_pool_id: pool.userPoolId, user_pool_client_id: pool.userPoolClientId };

  test.each([
    ['Auth UserPool not configured.', {}],
    ['Auth UserPool not configured.', { ...ids, user_pool_id: '' }],
    ['Invalid user pool id provided.', { ...ids, user_pool_id: 'abc' }],
    ['Invalid identity pool id provided.', { ...ids, identity_pool_id: 'nowhere' }],
    ['Invalid config parameter.', { ...ids, region: '' }],
    ['Invalid config parameter.', { ...ids, user_pool_id: '_Abc' }],
  ])('[CONFIG-2] %s at the sign-in, with %o', async (message, config) => {
    await expect(provider(config).signIn('ada@example.com', 'analytical')).rejects.toMatchObject({ message });
    await expect(provider(config).signInByPasskey('ada@example.com')).rejects.toMatchObject({ message });
  });

  test('[CONFIG-2] the hosted login is refused for the same faults', async () => {
    const hosted = { oauth_domain: 'login.example', oauth_response_type: 'code' };
    const { signIn } = provider({ ...ids, ...hosted, identity_pool_id: 'nowhere' }).hosted ?? {};
    await expect(signIn?.()).rejects.toMatchObject({ message: 'Invalid identity pool id provided.' });
  });

  test.each([
    [{ oauth_domain: 'login.example' }],
    [
      {
        oauth_domain: 'login.example',
        oauth_response_type: 'code',
        oauth_redirect_sign_in: 'https://a.example/',
      },
    ],
  ])('[CONFIG-2] an incomplete hosted login is refused when it is used: %o', async (config) => {
    await expect(provider({ ...ids, ...config }).hosted?.signIn()).rejects.toThrow();
  });
});
