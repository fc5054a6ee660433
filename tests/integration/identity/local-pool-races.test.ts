import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  createConfirmedPerson,
  signInByPassword,
  tokensOf,
  type SignUpDetails,
  type Tokens,
} from '../../support/local-pool/people.ts';
import { openPoolStore, type PoolStore } from '../../support/local-pool/pool-store.ts';
import { createDeviceVerifier } from '../../support/local-pool/srp-client.ts';
import { startTestPool, type PoolResponse, type TestPool } from '../../support/local-pool/test-pool.ts';

const ROUNDS = 4;

let store: PoolStore;
let other: Awaited<ReturnType<PoolStore['openSecondConnection']>>;
let one: TestPool;
let two: TestPool;

beforeAll(async () => {
  store = await openPoolStore();
  other = await store.openSecondConnection();
  [one, two] = [await startTestPool(store.db, { rateLimits: true }), await startTestPool(other.db)];
});
afterEach(() => expect([...one.failures, ...two.failures]).toEqual([]));
afterAll(async () => {
  for (const opened of [one, two, other, store]) await opened[Symbol.asyncDispose]();
});

const isSignedIn = ({ body }: PoolResponse) => body.AuthenticationResult !== undefined;

describe('concurrent calls at two gateways', () => {
  test('[POOL-5] a sign-in by the old password during the reset is ended as well', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const person = await createConfirmedPerson(one);
      await one.call('ForgotPassword', { Username: person.email });
      const ConfirmationCode = await one.latestCodeFor(person.email);
      const signIns = () => [one, two, one, two].map((gateway) => signInByPassword(gateway, person));
      const early = signIns();
      const given = { Username: person.email, ConfirmationCode, Password: 'another password' };
      const reset = two.call('ConfirmForgotPassword', given);
      const late = signIns();
      expect((await reset).body).toEqual({});
      for (const answer of (await Promise.all([...early, ...late])).filter(isSignedIn)) {
        const { AccessToken, RefreshToken } = tokensOf(answer);
        expect((await one.call('GetUser', { AccessToken })).status).toBe(400);
        expect((await one.call('GetTokensFromRefreshToken', { RefreshToken })).status).toBe(400);
      }
    }
  });

  test('[POOL-22] calls during a deletion neither fail nor leave anything behind', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const person = await createConfirmedPerson(one);
      const tokens = tokensOf(await signInByPassword(one, person));
      const callsOfGateways = [one, two, one, two].map((gateway) => callsOf(gateway, person, tokens));
      const deletion = two.call('DeleteUser', { AccessToken: tokens.AccessToken });
      const answers = await Promise.all(callsOfGateways.flatMap((startCalls) => startCalls()));
      expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
      expect((await deletion).body).toEqual({});
      for (const table of ['pool_users', 'pool_mail', 'pool_challenges', 'pool_limits'] as const) {
        const rows = JSON.stringify(await store.db.selectFrom(table).selectAll().execute());
        expect(rows.toLowerCase(), table).not.toContain(person.email);
      }
    }
  });
});

/** The calls that a user's tabs and other users may make at any moment. */
const callsOf = (gateway: TestPool, person: SignUpDetails, tokens: Tokens) => (): Promise<PoolResponse>[] => {
  const { AccessToken, RefreshToken, NewDeviceMetadata } = tokens;
  const { DeviceKey = '', DeviceGroupKey = '' } = NewDeviceMetadata ?? {};
  const DeviceSecretVerifierConfig = createDeviceVerifier(DeviceGroupKey, DeviceKey, 'a device secret');
  return [
    signInByPassword(gateway, person),
    gateway.call('ForgotPassword', { Username: person.email }),
    gateway.call('InitiateAuth', {
      AuthFlow: 'USER_AUTH',
      AuthParameters: { USERNAME: person.email.toUpperCase() },
    }),
    gateway.call('GetTokensFromRefreshToken', { RefreshToken }),
    gateway.call('ConfirmDevice', { AccessToken, DeviceKey, DeviceSecretVerifierConfig }),
  ];
};
