import { CLIENT_ID, IDENTITY_POOL_ID, POOL_ID } from '@cruddur/local-pool/names';
import { parseClientConfig } from '@cruddur/shared';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAmplifyProvider } from '../../../client/src/auth/amplify/amplify.ts';
import { createSession } from '../../../client/src/auth/session/create-session.ts';
import { createSessionStore } from '../../../client/src/auth/session/session-store.ts';
import { openPoolStore, type PoolStore } from '../../support/local-pool/pool-store.ts';
import { startTestPool, type TestPool } from '../../support/local-pool/test-pool.ts';

let store: PoolStore;
let pool: TestPool;
const items = new Map<string, string>();
const provider = () =>
  createAmplifyProvider(
    parseClientConfig({
      user_pool_id: POOL_ID,
      user_pool_client_id: CLIENT_ID,
      user_pool_endpoint: '/local/idp',
      identity_pool_id: IDENTITY_POOL_ID,
      identity_pool_endpoint: '/local/idp',
    }),
    pool.url,
  );

beforeAll(async () => {
  store = await openPoolStore();
  pool = await startTestPool(store.db);
});
afterAll(async () => {
  await pool[Symbol.asyncDispose]();
  await store[Symbol.asyncDispose]();
});

function openSession() {
  const amplify = provider();
  const session = createSession({
    page: new EventTarget(),
    store: createSessionStore({
      getItem: (key) => items.get(key) ?? null,
      setItem: (key, value) => void items.set(key, value),
      removeItem: (key) => void items.delete(key),
    }),
    identity: () => Promise.resolve(amplify),
    now: () => pool.clock.now().getTime(),
    withLock: (_, work) => work(),
    mailbox: null,
    endSession: () => Promise.resolve(),
    findSuspension: () => Promise.resolve(null),
    onFailure: () => undefined,
  });
  return { amplify, session };
}

const email = 'ada@example.com';

test('[AUTH-10] after sign-up and confirmation the user is signed in without typing the password again', async () => {
  const { amplify, session } = openSession();
  await amplify.signUp({ name: 'Ada', email, handle: 'ada', password: 'analytical' });
  await amplify.confirmSignUp(email, await pool.latestCodeFor(email));
  expect(await amplify.autoSignIn()).toBe('DONE');
  await session.adoptSignIn();
  expect(session.getSnapshot().person).toMatchObject({ handle: 'ada', display_name: 'Ada' });
  expect(items.get('cognito_id')).toMatch(/^[0-9a-f-]{36}$/u);
  expect(await session.accessToken()).toBe(items.get('access_token'));
});

test('[STAY-3] a forced refresh fetches a new token from the pool', async () => {
  const { session } = openSession();
  const before = await session.accessToken();
  const after = await session.refresh(true);
  expect(after).not.toBeNull();
  expect(after).not.toBe(before);
});

test('[STAY-6] a global sign-out ends the session in the pool', async () => {
  const { amplify, session } = openSession();
  await session.accessToken();
  await session.signOut(true);
  expect(session.getSnapshot().status).toBe('visitor');
  expect(items.size).toBe(0);
  expect(pool.signOuts).toHaveLength(1);
  expect(await amplify.fetchSession()).toBeNull();
});

test('[AUTH-3, AUTH-4] failures carry the names and messages of the service', async () => {
  const amplify = provider();
  await expect(amplify.signIn(email, 'differential')).rejects.toMatchObject({
    name: 'NotAuthorizedException',
  });
  await expect(
    amplify.signUp({ name: 'Ada', email, handle: 'ada', password: 'analytical' }),
  ).rejects.toMatchObject({ name: 'UsernameExistsException' });
  await amplify.signUp({ name: 'Bob', email: 'bob@example.com', handle: 'bob', password: 'builder00' });
  expect(await amplify.signIn('bob@example.com', 'builder00')).toBe('CONFIRM_SIGN_UP');
  await expect(amplify.confirmSignUp('bob@example.com', '000000')).rejects.toMatchObject({
    name: 'CodeMismatchException',
  });
});

test('[AUTH-14] a forgotten password is replaced, and a sign-in replaces the session of another user', async () => {
  const amplify = provider();
  expect(await amplify.resetPassword(email)).toBe('CONFIRM_RESET_PASSWORD_WITH_CODE');
  await amplify.confirmResetPassword({
    email,
    code: await pool.latestCodeFor(email),
    password: 'lemoncake9',
  });
  expect(await amplify.signIn(email, 'lemoncake9')).toBe('DONE');
  const first = await amplify.fetchSession();
  expect(await amplify.signIn(email, 'lemoncake9')).toBe('DONE');
  const second = await amplify.fetchSession();
  expect(second?.sub).toBe(first?.sub);
  expect(second?.accessToken).not.toBe(first?.accessToken);
});
