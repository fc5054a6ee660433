import { CLIENT_ID, POOL_ID } from '@cruddur/local-pool/names';
import { parseClientConfig } from '@cruddur/shared';
import { fetchAuthSession, signOut } from 'aws-amplify/auth';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createAmplifyProvider } from '../../../client/src/auth/amplify/amplify.ts';
import { createSession } from '../../../client/src/auth/session/create-session.ts';
import type { IdentityEvent, IdentityProvider } from '../../../client/src/auth/identity-provider.ts';
import type { Session } from '../../../client/src/auth/session/session.ts';
import { createSessionStore } from '../../../client/src/auth/session/session-store.ts';
import { createConfirmedPerson } from '../../support/local-pool/people.ts';
import { openPoolStore, type PoolStore } from '../../support/local-pool/pool-store.ts';
import { startTestPool, type TestPool } from '../../support/local-pool/test-pool.ts';
import { until } from '../../support/until.ts';
import { createStorage } from '../../unit/auth/session-fixture.ts';

let store: PoolStore;
let pool: TestPool;
let storage: ReturnType<typeof createStorage>;
let amplify: IdentityProvider;
let session: Session;
let events: IdentityEvent[];

beforeAll(async () => {
  store = await openPoolStore();
  pool = await startTestPool(store.db);
  amplify = createAmplifyProvider(
    parseClientConfig({
      user_pool_id: POOL_ID,
      user_pool_client_id: CLIENT_ID,
      user_pool_endpoint: '/local/idp',
    }),
    pool.url,
  );
});
afterAll(async () => {
  await pool[Symbol.asyncDispose]();
  await store[Symbol.asyncDispose]();
});

beforeEach(async () => {
  storage = createStorage();
  session = createSession({
    page: new EventTarget(),
    store: createSessionStore(storage),
    identity: () => Promise.resolve(amplify),
    now: () => pool.clock.now().getTime(),
    withLock: (_, work) => work(),
    mailbox: null,
    endSession: () => Promise.resolve(),
    findSuspension: () => Promise.resolve(null),
    onFailure: () => undefined,
  });
  events = [];
  const stop = amplify.subscribe((event) => events.push(event));
  const { email, password } = await createConfirmedPerson(pool);
  await amplify.signIn(email, password);
  await session.adoptSignIn();
  return stop;
});

const isVisitor = () => session.getSnapshot().status === 'visitor';

test('[EVENT-1] tokens that the library has renewed by itself are read from its storage', async () => {
  const before = storage.items.get('access_token');
  const { tokens } = await fetchAuthSession({ forceRefresh: true });
  await until(() => storage.items.get('access_token') !== before, { what: 'the new token' });
  expect(storage.items.get('access_token')).toBe(String(tokens?.accessToken));
  expect(events).toContain('tokenRefresh');
});

test('[EVENT-1] a renewal by the library that the pool refuses ends the session', async () => {
  await pool.call('GlobalSignOut', { AccessToken: storage.items.get('access_token') });
  await fetchAuthSession({ forceRefresh: true });
  expect(events).toContain('tokenRefresh_failure');
  await until(isVisitor, { what: 'the end of the session' });
  expect(storage.items.size).toBe(0);
});

test('[EVENT-1] a renewal that fails for want of a connection changes nothing', async () => {
  const before = storage.items.get('access_token');
  const carry = globalThis.fetch;
  globalThis.fetch = () => Promise.reject(new TypeError('fetch failed'));
  await expect(fetchAuthSession({ forceRefresh: true })).rejects.toMatchObject({ name: 'NetworkError' });
  globalThis.fetch = carry;
  expect(events).toContain('tokenRefresh_failure');
  expect(await session.accessToken()).toBe(before);
  expect(isVisitor()).toBe(false);
});

test('[EVENT-1] a session that the library has dropped ends', async () => {
  await signOut();
  expect(events).toContain('signedOut');
  await until(isVisitor, { what: 'the end of the session' });
  expect(storage.items.size).toBe(0);
});
