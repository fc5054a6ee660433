import { CLIENT_ID, POOL_ID } from '@cruddur/local-pool/names';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createVerifyToken } from '../../../server/src/identity/verify-token.ts';
import {
  createConfirmedPerson,
  createSignUpDetails,
  signInByPassword,
  signUpInput,
  tokensOf,
} from '../../support/local-pool/people.ts';
import { openPoolStore, type PoolStore } from '../../support/local-pool/pool-store.ts';
import { startTestPool, type PoolResponse, type TestPool } from '../../support/local-pool/test-pool.ts';

const MINUTE = 60_000;

let store: PoolStore;
let other: Awaited<ReturnType<PoolStore['openSecondConnection']>>;
let one: TestPool;
let two: TestPool;

beforeAll(async () => {
  store = await openPoolStore();
  other = await store.openSecondConnection();
});
beforeEach(async () => {
  await store.db.deleteFrom('pool_limits').execute();
  [one, two] = [
    await startTestPool(store.db, { rateLimits: true }),
    await startTestPool(other.db, { rateLimits: true }),
  ];
  return async () => {
    expect([...one.failures, ...two.failures]).toEqual([]);
    await Promise.all([one, two].map((gateway) => gateway[Symbol.asyncDispose]()));
  };
});
afterAll(async () => {
  await other[Symbol.asyncDispose]();
  await store[Symbol.asyncDispose]();
});

/** Concurrent calls that alternate between the gateways. */
const callConcurrently = (times: number, call: (gateway: TestPool, index: number) => Promise<PoolResponse>) =>
  Promise.all(Array.from({ length: times }, (_, index) => call(index % 2 ? one : two, index)));
const count = (answers: PoolResponse[], name: string) =>
  answers.filter(({ body }) => body.__type === name).length;
const wrongOf = (code: string) => code.replace(/^./, (digit) => String((Number(digit) + 1) % 10));

describe('codes at two gateways', () => {
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

  test('[POOL-10] a code is not accepted for another purpose', async () => {
    const person = createSignUpDetails();
    const Username = person.email;
    await one.call('SignUp', signUpInput(person));
    const forSignUp = await one.latestCodeFor(Username);
    await one.call('ForgotPassword', { Username });
    const forReset = await one.latestCodeFor(Username);
    const confirm = (ConfirmationCode: string) => two.call('ConfirmSignUp', { Username, ConfirmationCode });
    const reset = (ConfirmationCode: string) =>
      two.call('ConfirmForgotPassword', { Username, ConfirmationCode, Password: 'a new password' });
    // One pair of mails in a million has the same code twice.
    if (forSignUp !== forReset) {
      expect((await confirm(forReset)).body.__type).toBe('CodeMismatchException');
      expect((await reset(forSignUp)).body.__type).toBe('CodeMismatchException');
    }
    expect((await reset(forReset)).body).toEqual({});
    expect((await reset(forReset)).body.__type).toBe('ExpiredCodeException');
  });
});

describe('limits across two gateways', () => {
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
});

describe('a rotation of the signing key', () => {
  test('[POOL-25] refuses no token of either gateway at either, with and without forged key ids', async () => {
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
      if (minute === 2) await one.pool.rotateKeys();
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
      const [head = '', ...rest] = kept[0]?.split('.') ?? [];
      const forged = [Buffer.from(`{"alg":"RS256","kid":"${minute}"}`).toString('base64url'), ...rest];
      for (const verify of verifiers) await expect(verify(forged.join('.'))).rejects.toThrow();
      expect(head).not.toBe(forged[0]);
      for (const { clock } of gateways) clock.advance(MINUTE);
    }
    expect(kids.size).toBe(2);
  });

  test('[POOL-25] the previous key stays published for longer than a session can last', async () => {
    const { AccessToken } = tokensOf(await signInByPassword(one, await createConfirmedPerson(one)));
    const kid = kidOf(AccessToken);
    for (let change = 0; change < 3; change++) {
      await one.pool.rotateKeys();
      for (const { clock } of [one, two]) clock.advance(30 * 24 * 60 * MINUTE);
    }
    expect((await two.pool.readJwks()).keys.map((key) => key.kid)).toContain(kid);
  });
});

function kidOf(token: string): unknown {
  const [head = ''] = token.split('.');
  return (JSON.parse(Buffer.from(head, 'base64url').toString()) as Record<string, unknown>).kid;
}
