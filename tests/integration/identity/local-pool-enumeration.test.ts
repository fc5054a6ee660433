import { DiffieHellman } from 'node:crypto';
import type { KyselyPlugin } from 'kysely';
import { afterEach, beforeEach, expect, test, vi, type Mock } from 'vitest';
import {
  createConfirmedPerson,
  createSignUpDetails,
  signInByPassword,
  signUpInput,
} from '../../support/local-pool/people.ts';
import { openPool } from '../../support/local-pool/open-pool.ts';
import { startSrpSignIn, finishSrpSignIn } from '../../support/local-pool/sign-in-by-srp.ts';
import type { PoolResponse } from '../../support/local-pool/test-pool.ts';

/**
 * The costs that can be measured exactly: statements of the store and powers modulo a 3,072-bit prime. Timings are
 * no substitute: on a busy machine their noise is larger than the difference.
 */
type PoolCost = { statements: string[]; exponentiations: number };

const statements: string[] = [];
let modPowSpy: Mock;

const listener: KyselyPlugin = {
  transformQuery: ({ node }) => {
    statements.push(node.kind);
    return node;
  },
  transformResult: ({ result }) => Promise.resolve(result),
};

const gateway = await openPool({ plugin: listener, rateLimits: true });
const known = (await createConfirmedPerson(gateway)).email;
const unconfirmed = createSignUpDetails();
await gateway.call('SignUp', signUpInput(unconfirmed));
// The first call also deletes expired data, which would be counted.
await gateway.call('GetUser', { AccessToken: 'any' });
beforeEach(() => {
  modPowSpy = vi.spyOn(DiffieHellman.prototype, 'computeSecret');
});
afterEach(() => {
  vi.restoreAllMocks();
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

test('[POOL-2] known and unknown emails cost the pool the same and get the same answers at USER_PASSWORD_AUTH', async () => {
  const signIn = (email: string) => () => signInByPassword(gateway, { email, password });
  const { exponentiations } = await expectSameAnswerAndCost(
    signIn(known),
    signIn(createSignUpDetails().email),
  );
  expect(exponentiations).toBe(1);
});

test('[POOL-2] known and unknown emails cost the pool the same and get the same answers at USER_SRP_AUTH and the proof that follows', async () => {
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
  const unknown = (await startSrpSignIn(gateway, { email: createSignUpDetails().email, password })).responses;
  const finish = (responses: Record<string, string>) => () => finishSrpSignIn(gateway, responses);
  expect((await expectSameAnswerAndCost(finish(mine), finish(unknown))).exponentiations).toBe(2);
});

test.each(['ForgotPassword', 'ConfirmForgotPassword'])(
  '[POOL-2] known and unknown emails cost the pool the same and get the same answers at %s',
  async (operation) => {
    const recover = (Username: string) =>
      call(operation, { Username, ConfirmationCode: 'wrong', Password: 'a new password' });
    for (const unknownEmail of [createSignUpDetails().email, createSignUpDetails().email]) {
      for (const Username of [known, unknownEmail]) await gateway.call('ForgotPassword', { Username });
      await expectSameAnswerAndCost(recover(known), recover(unknownEmail));
    }
  },
);

test('[POOL-2] known and unknown emails cost the pool the same and get the same answers at CUSTOM_AUTH, USER_AUTH and the passkey', async () => {
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
    expect(mine.answer.body.AvailableChallenges).toEqual(unknown.answer.body.AvailableChallenges);
  }
});

test('[POOL-2] known and unknown emails cost the pool the same and get the same answers at ResendConfirmationCode, until the sign-up is confirmed', async () => {
  const resend = (Username: string) => call('ResendConfirmationCode', { Username });
  await expectSameAnswerAndCost(resend(unconfirmed.email), resend(createSignUpDetails().email));
});
