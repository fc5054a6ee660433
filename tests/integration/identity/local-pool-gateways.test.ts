import { CLIENT_ID, POOL_ID } from '@cruddur/local-pool/names';
import { beforeEach, expect, test } from 'vitest';
import { createVerifyToken } from '../../../server/src/identity/verify-token.ts';
import { disposeAfterAll } from '../../support/dispose-after-all.ts';
import {
  createConfirmedPerson,
  createSignUpDetails,
  signInByPassword,
  signUpInput,
  tokensOf,
  type SignUpDetails,
  type Tokens,
} from '../../support/local-pool/people.ts';
import { openPoolStore } from '../../support/local-pool/pool-store.ts';
import { finishSrpSignIn, startSrpSignIn } from '../../support/local-pool/sign-in-by-srp.ts';
import { createDeviceVerifier } from '../../support/local-pool/srp-client.ts';
import { startTestPool, type PoolResponse, type TestPool } from '../../support/local-pool/test-pool.ts';

const MINUTE = 60_000;
const DAY = 86_400_000;
const ROUNDS = 4;

const store = disposeAfterAll(await openPoolStore());
const other = disposeAfterAll(await store.openSecondConnection());
let one: TestPool;
let two: TestPool;

beforeEach(async () => {
  for (const table of ['pool_limits', 'pool_keys'] as const) await store.db.deleteFrom(table).execute();
  one = await startTestPool(store.db, { rateLimits: true });
  two = await startTestPool(other.db, { rateLimits: true });
  return async () => {
    expect([...one.failures, ...two.failures]).toEqual([]);
    await Promise.all([one, two].map((gateway) => gateway[Symbol.asyncDispose]()));
  };
});

/** Concurrent calls that alternate between the gateways. */
const callConcurrently = (times: number, call: (gateway: TestPool, index: number) => Promise<PoolResponse>) =>
  Promise.all(Array.from({ length: times }, (_, index) => call(index % 2 ? one : two, index)));
const count = (answers: PoolResponse[], name: string) =>
  answers.filter(({ body }) => body.__type === name).length;
const wrongOf = (code: string) => code.replace(/^./, (digit) => String((Number(digit) + 1) % 10));

const accessToken = async (gateway: TestPool) =>
  tokensOf(await signInByPassword(gateway, await createConfirmedPerson(gateway))).AccessToken;
const advance = (ms: number) => {
  for (const { clock } of [one, two]) clock.advance(ms);
};
const repeat = (times: number, call: () => Promise<PoolResponse>) =>
  Promise.all(Array.from({ length: times }, call));
const namesOf = (answers: PoolResponse[]) => answers.map(({ body }) => String(body.__type));

test('gateways that start at once on an empty store share one key', async () => {
  for (const table of ['pool_keys', 'pool_secrets'] as const) await store.db.deleteFrom(table).execute();
  const gateways = await Promise.all(Array.from({ length: 4 }, () => startTestPool(store.db)));
  const keys = await Promise.all(gateways.map(async ({ pool }) => JSON.stringify(await pool.readJwks())));
  expect(new Set(keys).size).toBe(1);
  await Promise.all(gateways.map((gateway) => gateway[Symbol.asyncDispose]()));
});

test('every step of a flow may reach another gateway, with restarts in between', async () => {
  const person = createSignUpDetails();
  const { email: Username } = person;
  const callNextGateway = async <T>(step: (gateway: TestPool) => Promise<T>) => {
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
  const signedOut = await callNextGateway((gateway) => gateway.call('GlobalSignOut', { AccessToken }));
  expect(signedOut.status).toBe(200);
  const after = await callNextGateway((gateway) => gateway.call('GetUser', { AccessToken }));
  expect(after.body.message).toBe('Access Token has been revoked');
});

test('[POOL-18] too many wrong passwords from an address lock the account for it for a while, at every gateway', async () => {
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
  two.clock.advance(15 * MINUTE);
  const { responses: later } = await startSrpSignIn(two, person);
  tokensOf(await finishSrpSignIn(two, later));
});

test('[POOL-18] successful sign-ins do not count against the limit', async () => {
  const person = await createConfirmedPerson(one);
  for (let time = 0; time < 25; time++) tokensOf(await signInByPassword(one, person));
});

test('[POOL-18] mails and tries of codes are limited', async () => {
  const { email: Username } = await createConfirmedPerson(one);
  const limited = {
    __type: 'LimitExceededException',
    message: 'Attempt limit exceeded, please try after some time.',
  };
  const mails = await repeat(12, () => one.call('ForgotPassword', { Username }));
  expect(mails.filter(({ status }) => status === 200)).toHaveLength(10);
  expect(mails.find(({ status }) => status !== 200)?.body).toEqual(limited);
  const input = { Username, ConfirmationCode: 'wrong', Password: 'long enough' };
  const tries = await repeat(22, () => one.call('ConfirmForgotPassword', input));
  expect(namesOf(tries).filter((name) => name === 'LimitExceededException')).toHaveLength(2);
});

test('[POOL-10] of twenty concurrent guesses five are checked, and then the right code is refused', async () => {
  const person = createSignUpDetails();
  await one.call('SignUp', signUpInput(person));
  const code = await one.latestCodeFor(person.email);
  const confirm = (gateway: TestPool, ConfirmationCode: string) =>
    gateway.call('ConfirmSignUp', { Username: person.email, ConfirmationCode });
  const answers = await callConcurrently(20, (gateway) => confirm(gateway, wrongOf(code)));
  expect(count(answers, 'CodeMismatchException')).toBe(5);
  expect(count(answers, 'ExpiredCodeException')).toBe(15);
  // The limit is raised, because the guesses use it up as well.
  await store.db.deleteFrom('pool_limits').execute();
  for (const gateway of [one, two])
    expect((await confirm(gateway, code)).body.__type).toBe('ExpiredCodeException');
});

test('[POOL-18] an address that guesses passwords of many accounts is locked out of all of them for a while', async () => {
  const guess = (gateway: TestPool) =>
    signInByPassword(gateway, { email: createSignUpDetails().email, password: 'guessed' });
  const answers = await callConcurrently(106, guess);
  expect(count(answers, 'NotAuthorizedException')).toBe(100);
  expect(count(answers, 'TooManyRequestsException')).toBe(6);
  const person = await createConfirmedPerson(one);
  expect((await signInByPassword(two, person)).body.__type).toBe('TooManyRequestsException');
  two.clock.advance(15 * MINUTE);
  tokensOf(await signInByPassword(two, person));
});

test('[POOL-18] an address that requests mails for many accounts is blocked, also after a restart', async () => {
  const forget = (gateway: TestPool) =>
    gateway.call('ForgotPassword', { Username: createSignUpDetails().email });
  const answers = await callConcurrently(52, forget);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(50);
  expect(count(answers, 'LimitExceededException')).toBe(2);
  await using restarted = await startTestPool(store.db, { rateLimits: true });
  expect((await forget(restarted)).body.__type).toBe('LimitExceededException');
});

test('[POOL-18] the number of started proofs is limited', async () => {
  const Username = createSignUpDetails().email;
  const begin = (gateway: TestPool, index: number) =>
    gateway.call('InitiateAuth', {
      AuthFlow: index % 3 ? 'USER_SRP_AUTH' : 'USER_AUTH',
      AuthParameters: { USERNAME: Username, SRP_A: 'abcdef' },
    });
  const answers = await callConcurrently(102, begin);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(100);
  expect(count(answers, 'TooManyRequestsException')).toBe(2);
});

test('a rotation of the signing key refuses no token of either gateway at either, with and without forged key ids', async () => {
  const gateways = [one, two];
  const verifiers = gateways.map(({ pool, clock }) =>
    createVerifyToken({
      userPoolId: POOL_ID,
      clientId: CLIENT_ID,
      clock,
      jwks: () => pool.readJwks(),
      monotonicMs: () => clock.now().getTime(),
    }),
  );
  const people = [await createConfirmedPerson(one), await createConfirmedPerson(one)];
  const kept: string[] = [];
  const kids = new Set<unknown>();
  for (let minute = 0; minute < 16; minute++) {
    if (minute === 2) {
      await one.pool.rotateKeys();
      // The next key is published before it signs.
      expect((await two.pool.readJwks()).keys).toHaveLength(2);
      expect(kidOf(await accessToken(one))).toBe(kidOf(kept[0] ?? ''));
    }
    const answers = await Promise.all(
      gateways.map((gateway, index) => signInByPassword(gateway, people[index] ?? createSignUpDetails())),
    );
    for (const answer of answers) kept.push(tokensOf(answer).AccessToken);
    for (const token of [kept[0] ?? '', ...kept.slice(-4)]) {
      kids.add(kidOf(token));
      for (const [index, gateway] of gateways.entries()) {
        await verifiers[index]?.(token);
        expect((await gateway.call('GetUser', { AccessToken: token })).status).toBe(200);
      }
    }
    const forgedHead = Buffer.from(`{"alg":"RS256","kid":"${minute}"}`).toString('base64url');
    const forged = kept[0]?.replace(/^[^.]+/, forgedHead) ?? '';
    for (const verify of verifiers) await expect(verify(forged)).rejects.toThrow();
    advance(MINUTE);
  }
  expect(kids.size).toBe(2);
});

test('the previous key stays published for longer than a session can last', async () => {
  const kid = kidOf(await accessToken(one));
  for (let change = 0; change < 3; change++) {
    await one.pool.rotateKeys();
    advance(30 * DAY);
  }
  expect((await two.pool.readJwks()).keys.map((key) => key.kid)).toContain(kid);
});

test('a key of 90 days gets one successor, however many gateways there are', async () => {
  await accessToken(one);
  advance(90 * DAY);
  await accessToken(one);
  await accessToken(two);
  expect((await one.pool.readJwks()).keys).toHaveLength(2);
});

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
    for (const answer of (await Promise.all([...early, ...late])).filter(
      ({ body }) => 'AuthenticationResult' in body,
    )) {
      const { AccessToken, RefreshToken } = tokensOf(answer);
      expect((await one.call('GetUser', { AccessToken })).status).toBe(400);
      expect((await one.call('GetTokensFromRefreshToken', { RefreshToken })).status).toBe(400);
    }
  }
});

test('calls during a deletion neither fail nor leave anything behind', async () => {
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

function kidOf(token: string): unknown {
  const [head = ''] = token.split('.');
  return (JSON.parse(Buffer.from(head, 'base64url').toString()) as Record<string, unknown>).kid;
}
