import { createServer } from 'node:http';
import { parseClientConfig, type ClientConfig } from '@cruddur/shared';
import { Amplify } from 'aws-amplify';
import * as auth from 'aws-amplify/auth';
import {
  cognitoCredentialsProvider,
  cognitoUserPoolsTokenProvider,
  getRedirectUrl,
} from 'aws-amplify/auth/cognito';
import { ConsoleLogger } from 'aws-amplify/utils';
import { beforeEach, expect, test } from 'vitest';
import { createAmplifyProvider } from '../../../client/src/auth/amplify/amplify.ts';
import { libraryMessages } from '../../support/identity-messages/library-messages.ts';
import { listenLocally } from '../../support/listen-locally.ts';
import { createToken } from './session-fixture.ts';

const { tokenOrchestrator } = cognitoUserPoolsTokenProvider;
const pool = { userPoolId: 'ap-south-1_Abc', userPoolClientId: 'client' };
const identityPoolId = 'ap-south-1:00000000-0000-4000-8000-000000000001';
const configure = (more: object = {}) => Amplify.configure({ Auth: { Cognito: { ...pool, ...more } } });

/** Stores the tokens of a sign-in. */
function hold(more: { refreshToken?: string } = {}) {
  const token = auth.decodeJWT(createToken({ sub: 'ada', exp: Math.floor(Date.now() / 1000) + 3600 }));
  const tokens = { accessToken: token, idToken: token, clockDrift: 0, username: 'ada', ...more };
  return tokenOrchestrator.setTokens({ tokens });
}

/** Amplify's session from an endpoint with a given answer for each operation. */
async function fetchSession(
  answers: Record<string, object>,
  configureAt: (url: string) => void,
  options: auth.FetchAuthSessionOptions = {},
): Promise<unknown> {
  const server = createServer((request, response) => {
    const operation = String(request.headers['x-amz-target']).split('.').at(-1) ?? '';
    response.writeHead(200, { 'content-type': 'application/x-amz-json-1.1' });
    response.end(JSON.stringify(answers[operation] ?? {}));
  });
  await using listening = await listenLocally(server);
  configureAt(`${listening.url}/`);
  return await auth.fetchAuthSession(options);
}

/** Requests credentials from an identity pool with these answers. */
const fetchCredentials = (answers: Record<string, object>, more: object = {}) =>
  fetchSession(answers, (identityPoolEndpoint) =>
    configure({ identityPoolId, identityPoolEndpoint, allowGuestAccess: true, ...more }),
  );

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
    return fetchCredentials({});
  },
  'Cognito did not respond': () => fetchCredentials({ GetId: { IdentityId: identityPoolId } }),
  'Received undefined response': () => fetchCredentials({}),
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
    return fetchSession({}, (userPoolEndpoint) => configure({ userPoolEndpoint }), { forceRefresh: true });
  },
};
const WORDS_ONLY = ['Auth Token Provider', 'Auth session was not found', 'An error occurred when attempting'];

beforeEach(async () => {
  ConsoleLogger.LOG_LEVEL = 'ERROR';
  configure();
  await tokenOrchestrator.clearTokens();
  await cognitoCredentialsProvider.clearCredentialsAndIdentityId();
});

test.each(
  libraryMessages
    .map(({ message }) => message)
    .filter((text) => !WORDS_ONLY.some((words) => text.startsWith(words))),
)('[WORDS-2] a call of the installed Amplify produces: %s', async (text) => {
  const call = Object.entries(calls).find(([words]) => text.startsWith(words))?.[1];
  await expect(Promise.resolve().then(call)).rejects.toMatchObject({ message: text });
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

test.each([
  ['Invalid identity pool id provided.', { identity_pool_id: 'nowhere', oauth_response_type: 'code' }],
  ['oauth param not configured.', {}],
] as const)('[CONFIG-2] %s at the hosted login, when it is used with %o', async (message, config) => {
  const { hosted } = provider({ ...ids, oauth_domain: 'login.example', ...config });
  await expect(hosted?.signIn()).rejects.toMatchObject({ message });
});
