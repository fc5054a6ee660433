import { expect, onTestFinished, test, vi } from 'vitest';
import { createSession } from '../../../../client/src/account/session/create-session.ts';
import { lazySession } from '../../../../client/src/account/session/browser-session.ts';
import { LOAD_RETRY_MS } from '../../../../client/src/base/lazy/lazy-component.tsx';
import { createSessionParts, createStorage, createToken } from './session-fixture.ts';

const NOW = 1_750_000_000_000;
const token = createToken({ sub: 'sub-of-ada', exp: NOW / 1000 + 3600 });
const kept = { access_token: token, handle: 'ada', display_name: 'Ada', cognito_id: 'sub-of-ada' };

type Pool = Parameters<typeof createSessionParts>[2];

/** A page whose session chunk has to be fetched, which fails a given number of times. */
function openPage(storage = createStorage(), failing = 0, pool?: Pool) {
  const { parts, ...tab } = createSessionParts(storage, { now: NOW }, pool);
  let fetched = 0;
  const session = lazySession(parts, () => {
    fetched += 1;
    return fetched <= failing ? Promise.reject(new Error('gone')) : Promise.resolve(createSession(parts));
  });
  return { ...tab, session, fetched: () => fetched };
}

test('a visitor is known at once, has no token, and loads no session chunk', async () => {
  const { session, fetched } = openPage();
  expect(session.getSnapshot()).toEqual({ status: 'visitor', person: null });
  expect(await session.accessToken()).toBeNull();
  expect(await session.refresh(null)).toBeNull();
  expect(fetched()).toBe(0);
});

test('a stored user is known at once, and the loaded chunk changes nothing', async () => {
  const { session, fetched } = openPage(createStorage(kept));
  const first = session.getSnapshot();
  expect(first.person).toEqual({ handle: 'ada', display_name: 'Ada', cognito_id: 'sub-of-ada' });
  expect(await session.accessToken()).toBe(token);
  expect(session.getSnapshot()).toBe(first);
  expect(fetched()).toBe(1);
});

test('a sign-in loads the chunk and yields the user', async () => {
  const { session, pool } = openPage();
  await (await session.identity()).signIn('ada@example.com', 'analytical');
  await session.adoptSignIn();
  expect(session.getSnapshot().person?.handle).toBe('ada');
  expect(pool.calls).toEqual(['session']);
  await session.signOut(false);
  expect(session.getSnapshot()).toEqual({ status: 'visitor', person: null });
});

test('[STAY-6] a sign-out before the session chunk is loaded shows the visitor at once; server and provider are told then', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { session, storage, pool, ended } = openPage(createStorage(kept), 1);
  await pool.provider.signIn('ada@example.com', 'analytical');
  const held = await pool.provider.fetchSession();
  await session.signOut(true);
  expect(session.getSnapshot()).toEqual({ status: 'visitor', person: null });
  expect([[...storage.items.keys()], ended]).toEqual([['cognito_id'], []]);
  await vi.advanceTimersByTimeAsync(LOAD_RETRY_MS);
  expect(ended).toMatchObject([{ all: true, accessToken: held?.accessToken, provider: {} }]);
  expect(session.getSnapshot()).toEqual({ status: 'visitor', person: null });
  expect(storage.items.size).toBe(0);
});

test('[STAY-6] the next page finishes a sign-out whose page was closed before the session chunk came', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { session, storage, pool } = openPage(createStorage(kept), Infinity);
  await pool.provider.signIn('ada@example.com', 'analytical');
  await session.signOut(true);
  const next = openPage(storage, 0, pool);
  expect(next.session.getSnapshot()).toEqual({ status: 'visitor', person: null });
  await vi.advanceTimersByTimeAsync(LOAD_RETRY_MS);
  expect(next.ended).toMatchObject([{ all: true, provider: {} }]);
  expect([storage.items.size, openPage(storage).fetched()]).toEqual([0, 0]);
});

test('[STAY-6] such a sign-out leaves a person alone who signs in in another tab meanwhile', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { session, storage, ended } = openPage(createStorage(kept), 1);
  await session.signOut(true);
  const other = createToken({ sub: 'sub-of-bea', exp: NOW / 1000 + 3600 });
  const bea = { handle: 'bea', display_name: 'Bea', cognito_id: 'sub-of-bea', access_token: other };
  for (const [key, value] of Object.entries(bea)) storage.setItem(key, value);
  await vi.advanceTimersByTimeAsync(LOAD_RETRY_MS);
  expect([session.getSnapshot().person?.handle, ended]).toEqual(['bea', []]);
  expect(storage.getItem('access_token')).toBe(other);
});

test('a sign-in in another tab signs this tab in', async () => {
  const { session, storage, dispatchStorage, fetched } = openPage();
  dispatchStorage('handle');
  expect(fetched()).toBe(0);
  for (const [key, value] of Object.entries(kept)) storage.setItem(key, value);
  dispatchStorage('access_token');
  await expect.poll(() => session.getSnapshot().person?.display_name).toBe('Ada');
});

test('the session chunk of a signed-in user is requested until it loads; a sign-in shows the failure and can be retried', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { session, fetched } = openPage(createStorage(kept), 2);
  const coming = session.accessToken();
  await vi.advanceTimersByTimeAsync(2 * LOAD_RETRY_MS);
  expect([await coming, fetched()]).toEqual([token, 3]);
  const visitor = openPage(createStorage(), 1).session;
  await expect(visitor.identity()).rejects.toThrow(/^Loading chunk \d+ failed$/);
  await expect(visitor.identity()).resolves.toBeDefined();
});
