import { CLIENT_ID, IDENTITY_POOL_ID, POOL_ID } from '@cruddur/local-pool/names';
import { parseClientConfig } from '@cruddur/shared';
import { fetchAuthSession, signOut } from 'aws-amplify/auth';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createAmplifyProvider } from '../../../client/src/account/amplify/amplify.ts';
import { createSession } from '../../../client/src/account/session/create-session.ts';
import type { Session } from '../../../client/src/base/session/session.ts';
import { createSessionStore } from '../../../client/src/account/session/session-store.ts';
import { openPool } from '../../support/local-pool/open-pool.ts';
import { createConfirmedPerson } from '../../support/local-pool/people.ts';
import { until } from '../../support/until.ts';
import { createStorage } from '../../unit/client/account/session-fixture.ts';
import {
  createProviderStorage,
  endProviderSession,
} from '../../../client/src/account/session/provider-session.ts';

const pool = await openPool();
const config = parseClientConfig({
  user_pool_id: POOL_ID,
  user_pool_client_id: CLIENT_ID,
  user_pool_endpoint: '/local/idp',
  identity_pool_id: IDENTITY_POOL_ID,
  identity_pool_endpoint: '/local/idp',
});
/** Of the provider's library: one per page. */
const libraryItems = createStorage();
const amplify = createAmplifyProvider(config, pool.url, libraryItems);

function openSession(storage: ReturnType<typeof createStorage>): Session {
  return createSession({
    page: new EventTarget(),
    store: createSessionStore(storage),
    identity: () => Promise.resolve(amplify),
    now: () => pool.clock.now().getTime(),
    withLock: (_, work) => work(),
    mailbox: null,
    providerStorage: createProviderStorage(config, libraryItems),
    endSession: ({ all, provider }) =>
      provider
        ? endProviderSession({ ...config, user_pool_endpoint: `${pool.url}/idp` }, provider, all)
        : Promise.resolve(),
    findSuspension: () => Promise.resolve(null),
    onFailure: () => undefined,
  });
}

describe('the client’s session, in the order of one person’s steps', { shuffle: false }, () => {
  // Amplify keeps its session for the next suite.
  afterAll(() => signOut());
  const storage = createStorage();
  const { items } = storage;
  const ada = { name: 'Ada', email: 'ada@example.com', handle: 'ada', password: 'analytical' };

  test('[AUTH-10] after sign-up and confirmation the user is signed in without typing the password again', async () => {
    const session = openSession(storage);
    await amplify.signUp(ada);
    await amplify.confirmSignUp(ada.email, await pool.latestCodeFor(ada.email));
    expect(await amplify.autoSignIn()).toBe('DONE');
    await session.adoptSignIn();
    expect(session.getSnapshot().person).toMatchObject({ handle: 'ada', display_name: 'Ada' });
    expect(items.get('cognito_id')).toMatch(/^[0-9a-f-]{36}$/u);
    expect(await session.accessToken()).toBe(items.get('access_token'));
  });

  test('[STAY-3] a forced refresh fetches a new token from the pool', async () => {
    const session = openSession(storage);
    const before = await session.accessToken();
    const after = await session.refresh(before);
    expect(after).not.toBeNull();
    expect(after).not.toBe(before);
  });

  test('[STAY-6] a global sign-out ends the session in the pool', async () => {
    const session = openSession(storage);
    await session.accessToken();
    const before = pool.signOuts.length;
    await session.signOut(true);
    expect(session.getSnapshot().status).toBe('visitor');
    expect(items.size).toBe(0);
    await until(() => pool.signOuts.length === before + 1, { what: 'the pool was told' });
    expect(await amplify.fetchSession()).toBeNull();
  });

  test('[AUTH-3, AUTH-4] failures carry the names and messages of the service', async () => {
    const refusal = (name: string) => ({ name });
    const signingIn = amplify.signIn(ada.email, 'differential');
    await expect(signingIn).rejects.toMatchObject(refusal('NotAuthorizedException'));
    await expect(amplify.signUp(ada)).rejects.toMatchObject(refusal('UsernameExistsException'));
    const bob = { name: 'Bob', email: 'bob@example.com', handle: 'bob', password: 'builder00' };
    await amplify.signUp(bob);
    expect(await amplify.signIn(bob.email, bob.password)).toBe('CONFIRM_SIGN_UP');
    const confirming = amplify.confirmSignUp(bob.email, '000000');
    await expect(confirming).rejects.toMatchObject(refusal('CodeMismatchException'));
  });

  test('other code points for the same password or domain are the same account', async () => {
    const eve = { name: 'Eve', email: 'Eve@München.example', handle: 'eve', password: 'cafe\u0301 noir 42' };
    await amplify.signUp(eve);
    const ascii = 'eve@xn--mnchen-3ya.example';
    await expect(amplify.signUp({ ...eve, email: ascii, handle: 'eve_two' })).rejects.toMatchObject({
      name: 'UsernameExistsException',
    });
    await amplify.confirmSignUp(ascii, await pool.latestCodeFor(ascii));
    await signOut();
    expect(await amplify.signIn(ascii, 'caf\u00e9 noir 42')).toBe('DONE');
    await signOut();
    expect(await amplify.signIn('eve@mu\u0308nchen.example', eve.password)).toBe('DONE');
    await signOut();
  });

  test('[AUTH-14] a forgotten password is replaced, and a sign-in replaces the session of another user', async () => {
    const { email } = ada;
    const password = 'lemoncake9';
    expect(await amplify.resetPassword(email)).toBe('CONFIRM_RESET_PASSWORD_WITH_CODE');
    await amplify.confirmResetPassword({ email, code: await pool.latestCodeFor(email), password });
    expect(await amplify.signIn(email, password)).toBe('DONE');
    const first = await amplify.fetchSession();
    expect(await amplify.signIn(email, password)).toBe('DONE');
    const second = await amplify.fetchSession();
    expect(second?.sub).toBe(first?.sub);
    expect(second?.accessToken).not.toBe(first?.accessToken);
  });
});

describe('events of the library', () => {
  afterEach(() => signOut());
  const carry = globalThis.fetch;
  afterEach(() => void (globalThis.fetch = carry));
  let storage: ReturnType<typeof createStorage>;
  let session: Session;

  beforeEach(async () => {
    storage = createStorage();
    session = openSession(storage);
    const { email, password } = await createConfirmedPerson(pool);
    await amplify.signIn(email, password);
    await session.adoptSignIn();
  });

  const isVisitor = () => session.getSnapshot().status === 'visitor';

  test('tokens that the library has renewed by itself are read from its storage', async () => {
    const before = storage.items.get('access_token');
    const { tokens } = await fetchAuthSession({ forceRefresh: true });
    await until(() => storage.items.get('access_token') !== before, { what: 'the new token' });
    expect(storage.items.get('access_token')).toBe(String(tokens?.accessToken));
  });

  test('a renewal by the library that the pool refuses ends the session', async () => {
    await pool.call('GlobalSignOut', { AccessToken: storage.items.get('access_token') });
    await fetchAuthSession({ forceRefresh: true });
    await until(isVisitor, { what: 'the end of the session' });
    expect(storage.items.size).toBe(0);
  });

  test('a renewal that fails for want of a connection changes nothing', async () => {
    const before = storage.items.get('access_token');
    globalThis.fetch = () => Promise.reject(new TypeError('fetch failed'));
    await expect(fetchAuthSession({ forceRefresh: true })).rejects.toMatchObject({ name: 'NetworkError' });
    globalThis.fetch = carry;
    expect(await session.accessToken()).toBe(before);
    expect(isVisitor()).toBe(false);
  });

  test.each(['tokens', 'a refusal'])(
    '[STAY-6] %s that answer a renewal after the sign-out change nothing of the next session',
    async (answer) => {
      if (answer === 'a refusal')
        await pool.call('GlobalSignOut', { AccessToken: storage.items.get('access_token') });
      let release: () => void = () => undefined;
      const isReleased = new Promise<void>((resolve) => (release = resolve));
      let isAnswered = false;
      globalThis.fetch = async (...request) => {
        const response = await carry(...request);
        isAnswered = true;
        await isReleased;
        return response;
      };
      const renewing = fetchAuthSession({ forceRefresh: true }).catch(() => null);
      await until(() => isAnswered, { what: 'the pool has answered' });
      globalThis.fetch = carry;
      await session.signOut(false);
      expect(libraryItems.items.size).toBe(0);
      const next = await createConfirmedPerson(pool);
      await amplify.signIn(next.email, next.password);
      await session.adoptSignIn();
      const kept = [...libraryItems.items];
      release();
      await renewing;
      expect([...libraryItems.items]).toEqual(kept);
      expect(await session.accessToken()).toBe(storage.items.get('access_token'));
    },
  );
});
