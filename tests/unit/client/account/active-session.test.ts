import { expect, test } from 'vitest';
import { createStorage, openSessionTab, openSignedInTab, createToken } from './session-fixture.ts';

const KEYS = ['access_token', 'cognito_id', 'display_name', 'handle'];
const HOUR = 3_600_000;

test('a sign-in stores exactly the four keys and publishes the user', async () => {
  const { session, storage, signIn } = openSessionTab();
  expect(session.getSnapshot()).toEqual({ status: 'checking', person: null });
  expect(await session.accessToken()).toBeNull();
  expect(session.getSnapshot().status).toBe('visitor');
  let changes = 0;
  const stop = session.subscribe(() => (changes += 1));
  await signIn();
  stop();
  expect([...storage.items.keys()].sort()).toEqual(KEYS);
  const person = { handle: 'ada', display_name: 'Ada', cognito_id: 'sub-of-ada' };
  expect(session.getSnapshot()).toEqual({ status: 'person', person });
  expect(changes).toBe(1);
  expect(await session.accessToken()).toBe(storage.getItem('access_token'));
});

test.each([
  ['2030-01-01T10:00:00.000Z', /^Your account is suspended until .*2030/],
  [null, /^Your account is suspended\.$/],
])(
  '[SUSPEND-8] the sign-in of a user who is suspended until %s is refused, and leaves nothing',
  async (until, text) => {
    const { session, pool, storage, failures, signIn, setSuspension } = openSessionTab();
    setSuspension({ suspended: true, until, handle: 'ada' });
    await expect(signIn()).rejects.toThrow(text);
    const suspended = { handle: 'ada', accessToken: expect.any(String) as string };
    expect(session.getSnapshot()).toEqual({ status: 'visitor', person: null, suspended });
    expect([...storage.items.keys()]).toEqual([]);
    expect(pool.providerStorage.take()).toBeNull();
    expect(failures).toEqual([]);
    session.forgetSuspended();
    expect(session.getSnapshot()).toEqual({ status: 'visitor', person: null });
    setSuspension({ suspended: false, until: null, handle: 'ada' });
    await signIn();
    expect(session.getSnapshot().status).toBe('person');
  },
);

test('a user without name and handle gets the fallbacks', async () => {
  const { session, pool, signIn } = openSessionTab();
  pool.provider.fetchPerson = () => Promise.reject(new Error('not now'));
  await signIn();
  const fallback = { handle: 'handle', display_name: 'My Name', cognito_id: 'sub-of-ada' };
  expect(session.getSnapshot().person).toEqual(fallback);
});

test('a stored session is used without a request to the provider', async () => {
  const now = 1_750_000_000_000;
  const token = createToken({ sub: 'sub-of-ada', exp: now / 1000 + 60 });
  const storage = createStorage({ access_token: token, handle: 'ada', cognito_id: 'sub-of-ada' });
  const { session, pool } = openSessionTab(storage);
  expect(await session.accessToken()).toBe(token);
  expect(session.getSnapshot().person?.display_name).toBe('My Name');
  expect(pool.calls).toEqual([]);
});

test('[STAY-3] a token within 5 s of its expiry is refreshed before it is returned', async () => {
  const { session, clock, pool, first } = await openSignedInTab();
  clock.now += HOUR - 5001;
  expect(await session.accessToken()).toBe(first);
  clock.now += 1;
  expect([null, first]).not.toContain(await session.accessToken());
  expect(pool.calls).toEqual(['session', 'session']);
});

test('[STAY-3] concurrent forced refreshes cause one refresh', async () => {
  const { session, pool, first } = await openSignedInTab();
  const [renewed, ...others] = await Promise.all([1, 2, 3, 4].map(() => session.refresh(first)));
  expect(renewed).not.toBe(first);
  for (const token of [...others, await session.refresh(first)]) expect(token).toBe(renewed);
  expect(pool.calls.filter((call) => call === 'forced')).toHaveLength(1);
});

test('[STAY-3] a rejected token that another tab has replaced yields the new one', async () => {
  const storage = createStorage();
  const one = await openSignedInTab(storage);
  const two = openSessionTab(storage, one.clock, one.pool);
  const old = await two.session.accessToken();
  const renewed = await one.session.refresh(old);
  two.dispatchStorage('access_token');
  expect(await two.session.refresh(old)).toBe(renewed);
  expect(renewed).not.toBe(old);
  expect(one.pool.calls.filter((call) => call === 'forced')).toHaveLength(1);
});

test.each([
  ['without a connection the old token and the user stay', 'NetworkError', 'person', KEYS],
  ['any other failure removes the four keys', 'NotAuthorizedException', 'visitor', []],
] as const)('[STAY-4] %s', async (_, failure, status, keys) => {
  const { session, storage, pool, failures, first } = await openSignedInTab();
  pool.fail(failure);
  expect(await session.refresh(first)).toBe(status === 'person' ? first : null);
  expect(session.getSnapshot().status).toBe(status);
  expect([...storage.items.keys()].sort()).toEqual(keys);
  if (status === 'person') expect(failures).toEqual(['renew']);
});

test('tokens of another user are not adopted', async () => {
  const { session, storage, first } = await openSignedInTab();
  storage.setItem('cognito_id', 'sub-of-grace');
  expect(await session.refresh(first)).toBeNull();
});

test.each([true, false])(
  '[STAY-6] a sign-out shows the visitor at once, then tells server and provider about its own session; all: %s',
  async (all) => {
    const { session, storage, ended, signIn, first } = await openSignedInTab();
    void session.signOut(all);
    expect(session.getSnapshot()).toEqual({ status: 'visitor', person: null });
    expect([...storage.items.keys()]).toEqual([]);
    const provider = { accessToken: first, refreshToken: 'refresh', isHosted: false };
    expect(ended).toEqual([{ all, accessToken: first, provider }]);
    expect(await session.refresh(first)).toBeNull();
    await signIn();
    expect(session.getSnapshot().status).toBe('person');
    expect(ended).toHaveLength(1);
  },
);

test.each(['refresh', 'sign-in'])(
  '[STAY-6] nothing is stored that a %s answers after the sign-out',
  async (what) => {
    const tab = what === 'refresh' ? await openSignedInTab() : openSessionTab();
    const { session, storage, pool } = tab;
    const release = pool.hold();
    const begun = what === 'refresh' ? session.refresh(await session.accessToken()) : tab.signIn();
    await expect.poll(() => pool.calls.at(-1)).toBe(what === 'refresh' ? 'forced' : 'session');
    await session.signOut(true);
    release();
    await begun;
    expect([...storage.items.keys()]).toEqual([]);
    expect(session.getSnapshot().status).toBe('visitor');
  },
);

test('[STAY-7] a sign-in and a sign-out in one tab are followed by the other', async () => {
  const storage = createStorage();
  const one = openSessionTab(storage);
  const two = openSessionTab(storage, one.clock, one.pool);
  await two.session.accessToken();
  await one.signIn();
  two.dispatchStorage('access_token');
  expect(two.session.getSnapshot().person?.handle).toBe('ada');
  expect(await two.session.accessToken()).toBe(await one.session.accessToken());
  one.session.setPerson({ handle: 'ada', display_name: 'Ada Lovelace' });
  two.dispatchStorage('display_name');
  expect(two.session.getSnapshot().person?.display_name).toBe('Ada Lovelace');
  await one.session.signOut(true);
  two.dispatchStorage('access_token');
  expect(two.session.getSnapshot().status).toBe('visitor');
});

test('[STAY-7] an emptied storage is a sign-out; foreign keys are ignored', async () => {
  const { session, storage, dispatchStorage } = await openSignedInTab();
  storage.items.clear();
  dispatchStorage('theme');
  expect(session.getSnapshot().status).toBe('person');
  dispatchStorage(null);
  expect(session.getSnapshot().status).toBe('visitor');
});
