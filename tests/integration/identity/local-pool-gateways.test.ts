import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  createConfirmedPerson,
  createSignUpDetails,
  signInByPassword,
  signUpInput,
  tokensOf,
} from '../../support/local-pool/people.ts';
import { openPoolStore, type PoolStore } from '../../support/local-pool/pool-store.ts';
import { startSrpSignIn, finishSrpSignIn } from '../../support/local-pool/sign-in-by-srp.ts';
import { startTestPool, type PoolResponse } from '../../support/local-pool/test-pool.ts';

let store: PoolStore;

beforeAll(async () => {
  store = await openPoolStore();
});

afterAll(() => store[Symbol.asyncDispose]());

const repeat = (times: number, call: () => Promise<PoolResponse>) =>
  Promise.all(Array.from({ length: times }, call));
const namesOf = (answers: PoolResponse[]) => answers.map(({ body }) => String(body.__type));

describe('several gateways on one store', () => {
  test('[POOL-16] gateways that start at once on an empty store share one key', async () => {
    await store.db.deleteFrom('pool_keys').execute();
    await store.db.deleteFrom('pool_secrets').execute();
    const gateways = await Promise.all(Array.from({ length: 4 }, () => startTestPool(store.db)));
    const keys = await Promise.all(gateways.map(async ({ pool }) => JSON.stringify(await pool.readJwks())));
    expect(new Set(keys).size).toBe(1);
    await Promise.all(gateways.map((gateway) => gateway[Symbol.asyncDispose]()));
  });

  test('[POOL-16] every step of a flow may reach another gateway, with restarts in between', async () => {
    const person = createSignUpDetails();
    const { email: Username } = person;
    const callNextGateway = async <T>(
      step: (gateway: Awaited<ReturnType<typeof startTestPool>>) => Promise<T>,
    ) => {
      await using gateway = await startTestPool(store.db);
      return await step(gateway);
    };
    await callNextGateway((gateway) => gateway.call('SignUp', signUpInput(person)));
    const ConfirmationCode = await callNextGateway((gateway) => gateway.latestCodeFor(Username));
    const confirmed = await callNextGateway((gateway) =>
      gateway.call('ConfirmSignUp', { Username, ConfirmationCode }),
    );
    expect(confirmed.body).toEqual({});
    const { responses } = await callNextGateway((gateway) => startSrpSignIn(gateway, person));
    const tokens = tokensOf(await callNextGateway((gateway) => finishSrpSignIn(gateway, responses)));
    const { RefreshToken } = tokens;
    const fresh = tokensOf(
      await callNextGateway((gateway) => gateway.call('GetTokensFromRefreshToken', { RefreshToken })),
    );
    const { AccessToken } = fresh;
    expect((await callNextGateway((gateway) => gateway.call('GlobalSignOut', { AccessToken }))).status).toBe(
      200,
    );
    const after = await callNextGateway((gateway) => gateway.call('GetUser', { AccessToken }));
    expect(after.body.message).toBe('Access Token has been revoked');
  });

  test('[POOL-17] sample users can be created repeatedly and concurrently', async () => {
    await using gateway = await startTestPool(store.db);
    const { handle: preferred_username, ...rest } = createSignUpDetails();
    const createPerson = () => gateway.pool.createConfirmedPerson({ ...rest, preferred_username });
    const made = await Promise.all([createPerson(), createPerson(), createPerson()]);
    expect(new Set(made.map(({ sub }) => sub)).size).toBe(1);
    await gateway.pool.createConfirmedPerson({ ...rest, password: 'another one', preferred_username });
    tokensOf(await signInByPassword(gateway, rest));
    const sub = 'b0a7a9a0-58c1-4a57-9d9b-0d5d3a1b8f00';
    const chosen = createSignUpDetails();
    await expect(
      gateway.pool.createConfirmedPerson({ ...chosen, preferred_username: chosen.handle, sub }),
    ).resolves.toEqual({ sub });
    await expect(
      gateway.pool.createConfirmedPerson({ ...createSignUpDetails(), preferred_username: chosen.handle }),
    ).rejects.toMatchObject({ name: 'UsernameExistsException' });
  });
});

describe('limits of the local pool', () => {
  test('[POOL-18] too many wrong passwords from an address lock the account for it for a while, at every gateway', async () => {
    await using one = await startTestPool(store.db, { rateLimits: true });
    await using two = await startTestPool(store.db, { rateLimits: true });
    const person = await createConfirmedPerson(one);
    const wrong = { ...person, password: 'not the one' };
    const names = namesOf(await repeat(25, () => signInByPassword(one, wrong)));
    expect(names.filter((name) => name === 'NotAuthorizedException')).toHaveLength(20);
    expect(names.filter((name) => name === 'TooManyRequestsException')).toHaveLength(5);
    const { responses } = await startSrpSignIn(two, person);
    expect((await finishSrpSignIn(two, responses)).body).toEqual({
      __type: 'TooManyRequestsException',
      message: 'Password attempts exceeded, please try after some time.',
    });
    two.clock.advance(15 * 60_000);
    const { responses: later } = await startSrpSignIn(two, person);
    tokensOf(await finishSrpSignIn(two, later));
  });

  test('[POOL-18] successful sign-ins do not count against the limit', async () => {
    await using gateway = await startTestPool(store.db, { rateLimits: true });
    const person = await createConfirmedPerson(gateway);
    gateway.clock.advance(3_600_000);
    for (let time = 0; time < 25; time++) tokensOf(await signInByPassword(gateway, person));
  });

  test('[POOL-18] mails and tries of codes are limited', async () => {
    await using gateway = await startTestPool(store.db, { rateLimits: true });
    gateway.clock.advance(7_200_000);
    const { email: Username } = await createConfirmedPerson(gateway);
    const limited = {
      __type: 'LimitExceededException',
      message: 'Attempt limit exceeded, please try after some time.',
    };
    const mails = await repeat(12, () => gateway.call('ForgotPassword', { Username }));
    expect(mails.filter(({ status }) => status === 200)).toHaveLength(10);
    expect(mails.find(({ status }) => status !== 200)?.body).toEqual(limited);
    const input = { Username, ConfirmationCode: 'wrong', Password: 'long enough' };
    const tries = await repeat(22, () => gateway.call('ConfirmForgotPassword', input));
    expect(namesOf(tries).filter((name) => name === 'LimitExceededException')).toHaveLength(2);
  });
});
