import { CompiledQuery } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import {
  createConfirmedPerson,
  decodeClaims,
  signInByPassword,
  tokensOf,
} from '../../support/local-pool/people.ts';
import { openPoolStore, type PoolStore } from '../../support/local-pool/pool-store.ts';
import { startTestPool, type TestPool } from '../../support/local-pool/test-pool.ts';

/** More than one batch; in the long form, more than the parameters of one statement. */
const MANY = inject('form') === 'full' ? 70_000 : 3000;
const NEW_PASSWORD = 'another horse battery';

let store: PoolStore;
let gateway: TestPool;
let isNotifiable = true;

beforeAll(async () => {
  store = await openPoolStore();
  gateway = await startTestPool(store.db, {
    onGlobalSignOut: () =>
      isNotifiable ? Promise.resolve() : Promise.reject(new Error('the log is unavailable')),
  });
});
afterAll(async () => {
  await gateway[Symbol.asyncDispose]();
  await store[Symbol.asyncDispose]();
});

type Owner = { sub: string; email: string };

/** Adds sessions, one second apart, the newest ten seconds ago. */
const addSessions = ({ sub }: Owner, count: number) =>
  store.db.executeQuery(
    CompiledQuery.raw(
      `insert into pool_sessions (origin_jti, sub, auth_time, expires_at)
      select gen_random_uuid(), $1::uuid, at, at + interval '30 days'
      from generate_series(1, $2::int) n, lateral (select now() - (n + 10) * interval '1 second' as at) times`,
      [sub, count],
    ),
  );

async function countActive({ sub }: Owner): Promise<number> {
  const rows = await store.db
    .selectFrom('pool_sessions')
    .select('origin_jti')
    .where('sub', '=', sub)
    .where('revoked_at', 'is', null)
    .execute();
  return rows.length;
}

const lastSignOut = ({ sub }: Owner) => gateway.signOuts.filter((signOut) => signOut.sub === sub).at(-1);

const requestCode = async ({ email }: Owner) => {
  await gateway.call('ForgotPassword', { Username: email });
  return gateway.latestCodeFor(email);
};
const reset = ({ email }: Owner, ConfirmationCode: string) =>
  gateway.call('ConfirmForgotPassword', { Username: email, ConfirmationCode, Password: NEW_PASSWORD });

describe('[POOL-42] the sessions of one user', () => {
  test('are at most 100: the sign-in after them ends the oldest', async () => {
    const owner = await createConfirmedPerson(gateway);
    await addSessions(owner, 98);
    const first = tokensOf(await signInByPassword(gateway, owner));
    expect([await countActive(owner), lastSignOut(owner)]).toEqual([99, undefined]);
    gateway.clock.advance(5000);
    for (let count = 0; count < 2; count++) tokensOf(await signInByPassword(gateway, owner));
    expect(await countActive(owner)).toBeLessThanOrEqual(100);
    const ended = lastSignOut(owner);
    expect(ended?.originJtis).toEqual([]);
    expect(Number(decodeClaims(first.AccessToken).auth_time)).toBeGreaterThanOrEqual(
      ended?.authTimeBefore ?? Infinity,
    );
    expect((await gateway.call('GetUser', { AccessToken: first.AccessToken })).status).toBe(200);
  });

  test('leave no rows when they end that way', async () => {
    const owner = await createConfirmedPerson(gateway);
    await addSessions(owner, 1000);
    tokensOf(await signInByPassword(gateway, owner));
    const all = store.db.selectFrom('pool_sessions').select('origin_jti').where('sub', '=', owner.sub);
    expect(await all.execute()).toHaveLength(81);
  });

  test('of an earlier version, above the limit, do not prevent a sign-in', async () => {
    const owner = await createConfirmedPerson(gateway);
    await addSessions(owner, MANY);
    tokensOf(await signInByPassword(gateway, owner));
    expect(await countActive(owner)).toBe(MANY - 1000 + 1);
  });
});

describe('[POOL-43] with thousands of sessions of one user', () => {
  test('a sign-out everywhere names only those of its own second', async () => {
    const owner = await createConfirmedPerson(gateway);
    const { AccessToken, RefreshToken } = tokensOf(await signInByPassword(gateway, owner));
    await addSessions(owner, MANY);
    expect(await gateway.call('GlobalSignOut', { AccessToken })).toMatchObject({ status: 200, body: {} });
    expect(lastSignOut(owner)?.originJtis.length).toBeLessThanOrEqual(1);
    expect(await countActive(owner)).toBe(0);
    const refused = await gateway.call('GetTokensFromRefreshToken', { RefreshToken });
    expect(refused.body.message).toBe('Refresh Token has been revoked');
  });

  test('a reset sets the password and ends all of them', async () => {
    const owner = await createConfirmedPerson(gateway);
    await addSessions(owner, MANY);
    expect((await reset(owner, await requestCode(owner))).status).toBe(200);
    expect(await countActive(owner)).toBe(0);
    expect(lastSignOut(owner)?.originJtis).toHaveLength(0);
    tokensOf(await signInByPassword(gateway, { ...owner, password: NEW_PASSWORD }));
  });
});

test('[POOL-44] a reset sets the password before the program is notified, and can be repeated when that fails', async () => {
  const owner = await createConfirmedPerson(gateway);
  const { RefreshToken } = tokensOf(await signInByPassword(gateway, owner));
  const code = await requestCode(owner);
  isNotifiable = false;
  const failed = await reset(owner, code);
  isNotifiable = true;
  expect(failed.status).toBe(500);
  expect((await signInByPassword(gateway, owner)).body.__type).toBe('NotAuthorizedException');
  const refused = await gateway.call('GetTokensFromRefreshToken', { RefreshToken });
  expect(refused.body.message).toBe('Refresh Token has been revoked');
  expect((await reset(owner, code)).status).toBe(200);
  expect((await reset(owner, code)).body.__type).toBe('ExpiredCodeException');
  tokensOf(await signInByPassword(gateway, { ...owner, password: NEW_PASSWORD }));
});
