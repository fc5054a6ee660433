import { DiffieHellman } from 'node:crypto';
import type { KyselyPlugin } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi, type Mock } from 'vitest';
import {
  createConfirmedPerson,
  createSignUpDetails,
  signInByPassword,
  signUpInput,
} from '../../support/local-pool/people.ts';
import { openPoolStore, type PoolStore } from '../../support/local-pool/pool-store.ts';
import { startSrpSignIn, finishSrpSignIn } from '../../support/local-pool/sign-in-by-srp.ts';
import { startTestPool, type PoolResponse, type TestPool } from '../../support/local-pool/test-pool.ts';

/**
 * The costs that can be measured exactly: statements of the store and powers modulo a 3,072-bit prime. Timings are
 * no substitute: on a busy machine their noise is larger than the difference.
 */
type PoolCost = { statements: string[]; exponentiations: number };

let store: PoolStore;
let gateway: TestPool;
let known: string;
let unconfirmed: string;
const statements: string[] = [];
let modPowSpy: Mock;

const listener: KyselyPlugin = {
  transformQuery: ({ node }) => {
    statements.push(node.kind);
    return node;
  },
  transformResult: ({ result }) => Promise.resolve(result),
};

beforeAll(async () => {
  store = await openPoolStore();
  gateway = await startTestPool(store.db.withPlugin(listener), { rateLimits: true });
  known = (await createConfirmedPerson(gateway)).email;
  const person = createSignUpDetails();
  await gateway.call('SignUp', signUpInput(person));
  unconfirmed = person.email;
  // The first call also deletes expired data, which would be counted.
  await gateway.call('GetUser', { AccessToken: 'any' });
});
beforeEach(() => {
  modPowSpy = vi.spyOn(DiffieHellman.prototype, 'computeSecret');
});
afterEach(() => {
  vi.restoreAllMocks();
});
afterAll(async () => {
  expect(gateway.failures).toEqual([]);
  await gateway[Symbol.asyncDispose]();
  await store[Symbol.asyncDispose]();
});

async function measure(run: () => Promise<PoolResponse>): Promise<{ work: PoolCost; answer: PoolResponse }> {
  statements.length = 0;
  modPowSpy.mockClear();
  const answer = await run();
  return { work: { statements: [...statements], exponentiations: modPowSpy.mock.calls.length }, answer };
}

const password = 'not the one';
const comparableAnswer = ({ status, body, headers }: PoolResponse) => ({
  status,
  body,
  type: headers.get('x-amzn-errortype'),
});
const call = (operation: string, input: object) => () => gateway.call(operation, input);

async function expectSameAnswerAndCost(
  mine: () => Promise<PoolResponse>,
  unknown: () => Promise<PoolResponse>,
): Promise<PoolCost> {
  const [one, other] = [await measure(mine), await measure(unknown)];
  expect(comparableAnswer(one.answer)).toEqual(comparableAnswer(other.answer));
  expect(one.work).toEqual(other.work);
  expect(one.work.statements).not.toEqual([]);
  return one.work;
}

describe('known and unknown emails cost the pool the same and get the same answers', () => {
  test('[POOL-2] at USER_PASSWORD_AUTH', async () => {
    const signIn = (email: string) => () => signInByPassword(gateway, { email, password });
    const { exponentiations } = await expectSameAnswerAndCost(
      signIn(known),
      signIn(createSignUpDetails().email),
    );
    expect(exponentiations).toBe(1);
  });

  test('[POOL-2] at USER_SRP_AUTH and the proof that follows', async () => {
    const begin = async (email: string) => {
      const { work } = await measure(() => startUncounted(email));
      return work;
    };
    const startUncounted = async (email: string): Promise<PoolResponse> => {
      await startSrpSignIn(gateway, { email, password });
      return { status: 200, headers: new Headers(), body: {} };
    };
    expect(await begin(known)).toEqual(await begin(createSignUpDetails().email));
    const mine = (await startSrpSignIn(gateway, { email: known, password })).responses;
    const unknown = (await startSrpSignIn(gateway, { email: createSignUpDetails().email, password }))
      .responses;
    const finish = (responses: Record<string, string>) => () => finishSrpSignIn(gateway, responses);
    expect((await expectSameAnswerAndCost(finish(mine), finish(unknown))).exponentiations).toBe(2);
  });

  test.each(['ForgotPassword', 'ConfirmForgotPassword'])('[POOL-2] at %s', async (operation) => {
    const recover = (Username: string) =>
      call(operation, { Username, ConfirmationCode: 'wrong', Password: 'a new password' });
    for (const unknownEmail of [createSignUpDetails().email, createSignUpDetails().email]) {
      for (const Username of [known, unknownEmail]) await gateway.call('ForgotPassword', { Username });
      await expectSameAnswerAndCost(recover(known), recover(unknownEmail));
    }
  });

  test('[POOL-2] at CUSTOM_AUTH, USER_AUTH and the passkey', async () => {
    const begin = (AuthFlow: string, parameters: object) => (USERNAME: string) =>
      measure(call('InitiateAuth', { AuthFlow, AuthParameters: { USERNAME, ...parameters } }));
    for (const one of [
      begin('CUSTOM_AUTH', {}),
      begin('USER_AUTH', {}),
      begin('USER_AUTH', { PREFERRED_CHALLENGE: 'WEB_AUTHN' }),
    ]) {
      const [mine, unknown] = [await one(known), await one(createSignUpDetails().email)];
      expect(mine.work).toEqual(unknown.work);
      expect(Object.keys(mine.answer.body)).toEqual(Object.keys(unknown.answer.body));
    }
  });

  test('[POOL-2] at ResendConfirmationCode, until the sign-up is confirmed', async () => {
    const resend = (Username: string) => call('ResendConfirmationCode', { Username });
    await expectSameAnswerAndCost(resend(unconfirmed), resend(createSignUpDetails().email));
  });
});
