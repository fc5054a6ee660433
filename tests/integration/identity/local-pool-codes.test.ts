import { expect, test } from 'vitest';
import {
  createConfirmedPerson,
  createSignUpDetails,
  signInByPassword,
  signUpInput,
  tokensOf,
  type SignUpDetails,
} from '../../support/local-pool/people.ts';
import { openPool } from '../../support/local-pool/open-pool.ts';

const HOUR = 3_600_000;

const gateway = await openPool();

const wrongCode = {
  __type: 'CodeMismatchException',
  message: 'Invalid verification code provided, please try again.',
};
const deadCode = {
  __type: 'ExpiredCodeException',
  message: 'Invalid code provided, please request a code again.',
};

const confirm = (email: string, ConfirmationCode: string) =>
  gateway.call('ConfirmSignUp', { Username: email, ConfirmationCode });
const reset = (email: string, ConfirmationCode: string) =>
  gateway.call('ConfirmForgotPassword', { Username: email, ConfirmationCode, Password: 'a new password' });
const forget = (email: string) => gateway.call('ForgotPassword', { Username: email });
const other = (code: string) => code.replace(/^./, (digit) => String((Number(digit) + 1) % 10));

async function signedUp(): Promise<SignUpDetails & { code: string }> {
  const person = createSignUpDetails();
  expect((await gateway.call('SignUp', signUpInput(person))).status).toBe(200);
  return { ...person, code: await gateway.latestCodeFor(person.email) };
}

test('[POOL-10] after five tries even the right code is refused', async () => {
  const { email, code } = await signedUp();
  for (let tries = 0; tries < 5; tries++) expect((await confirm(email, other(code))).body).toEqual(wrongCode);
  expect((await confirm(email, other(code))).body).toEqual(deadCode);
  expect((await confirm(email, code)).body).toEqual(deadCode);
});

test('[POOL-10] the right code works once, also when sent several times at once', async () => {
  const { email, code } = await signedUp();
  const answers = await Promise.all(Array.from({ length: 4 }, () => confirm(email, code)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect((await confirm(email, code)).body).toEqual({
    __type: 'NotAuthorizedException',
    message: 'User cannot be confirmed. Current status is CONFIRMED',
  });
});

test('[POOL-10] a resend voids the previous code and resets the number of tries', async () => {
  const { email, code } = await signedUp();
  for (let tries = 0; tries < 5; tries++) await confirm(email, other(code));
  expect((await gateway.call('ResendConfirmationCode', { Username: email })).status).toBe(200);
  const fresh = await gateway.latestCodeFor(email);
  if (fresh !== code) expect((await confirm(email, code)).body).toEqual(wrongCode);
  expect((await confirm(email, fresh)).body).toEqual({});
  expect((await gateway.call('ResendConfirmationCode', { Username: email })).body).toEqual({
    __type: 'InvalidParameterException',
    message: 'User is already confirmed.',
  });
});

test('[POOL-10] a sign-up code lasts 24 hours, a recovery code one', async () => {
  const early = await signedUp();
  const late = await signedUp();
  gateway.clock.advance(24 * HOUR - 60_000);
  expect((await confirm(early.email, early.code)).status).toBe(200);
  gateway.clock.advance(60_000);
  expect((await confirm(late.email, late.code)).body).toEqual(deadCode);
  await forget(early.email);
  gateway.clock.advance(HOUR);
  expect((await reset(early.email, await gateway.latestCodeFor(early.email))).body).toEqual(deadCode);
});

test('[POOL-10] a code is valid for its own purpose and user only', async () => {
  const person = await signedUp();
  expect((await reset(person.email, person.code)).body).toEqual(deadCode);
  await forget(person.email);
  const forReset = await gateway.latestCodeFor(person.email);
  // One pair of mails in a million has the same code twice.
  if (forReset !== person.code) {
    expect((await confirm(person.email, forReset)).body).toEqual(wrongCode);
    expect((await reset(person.email, person.code)).body).toEqual(wrongCode);
  }
  const two = await createConfirmedPerson(gateway);
  await forget(two.email);
  const theirs = await gateway.latestCodeFor(two.email);
  if (forReset !== theirs) expect((await reset(person.email, theirs)).body).toEqual(wrongCode);
  expect((await reset(person.email, forReset)).status).toBe(200);
  expect((await reset(person.email, forReset)).body).toEqual(deadCode);
});

test('[POOL-9] the store holds codes as one-way values, except in the mailbox', async () => {
  const { code } = await signedUp();
  const rows = await gateway.db.selectFrom('pool_codes').select('code_mac').execute();
  expect(JSON.stringify(rows)).not.toContain(code);
  expect(code).toMatch(/^\d{6}$/);
});

test('[POOL-2] recovery answers unknown and known emails alike, at every step', async () => {
  const known = await createConfirmedPerson(gateway);
  const unknownUser = createSignUpDetails();
  const wrong = (email: string) => reset(email, 'no code');
  const steps = [wrong, forget, ...Array.from({ length: 5 }, () => wrong), wrong];
  for (const step of steps) {
    const [one, two] = [await step(known.email), await step(unknownUser.email)];
    expect([one.status, one.body]).toEqual([two.status, two.body]);
  }
  expect(await gateway.pool.listMail(unknownUser.email)).toEqual([]);
  expect((await gateway.call('ResendConfirmationCode', { Username: unknownUser.email })).status).toBe(200);
});

test('[POOL-5] recovery ends all sessions and confirms the email', async () => {
  const person = await signedUp();
  const unconfirmed = { __type: 'UserNotConfirmedException', message: 'User is not confirmed.' };
  expect((await signInByPassword(gateway, person)).body).toEqual(unconfirmed);
  await forget(person.email);
  expect((await reset(person.email, await gateway.latestCodeFor(person.email))).status).toBe(200);
  const { AccessToken } = tokensOf(
    await signInByPassword(gateway, { ...person, password: 'a new password' }),
  );
  await forget(person.email);
  expect((await reset(person.email, await gateway.latestCodeFor(person.email))).status).toBe(200);
  expect((await gateway.call('GetUser', { AccessToken })).body.message).toBe('Access Token has been revoked');
});

test('expired data is deleted', async () => {
  await signedUp();
  gateway.clock.advance(31 * 24 * HOUR);
  await gateway.pool.deleteExpired();
  for (const table of ['pool_codes', 'pool_challenges', 'pool_sessions', 'pool_mail'] as const) {
    expect(await gateway.db.selectFrom(table).selectAll().execute()).toEqual([]);
  }
});

test('sample users can be created repeatedly and concurrently', async () => {
  const { pool } = gateway;
  const { handle: preferred_username, ...rest } = createSignUpDetails();
  const createPerson = () => pool.createConfirmedPerson({ ...rest, preferred_username });
  const made = await Promise.all([createPerson(), createPerson(), createPerson()]);
  expect(new Set(made.map(({ sub }) => sub)).size).toBe(1);
  await pool.createConfirmedPerson({ ...rest, password: 'another one', preferred_username });
  tokensOf(await signInByPassword(gateway, rest));
  const sub = 'b0a7a9a0-58c1-4a57-9d9b-0d5d3a1b8f00';
  const chosen = createSignUpDetails();
  await expect(
    pool.createConfirmedPerson({ ...chosen, preferred_username: chosen.handle, sub }),
  ).resolves.toEqual({ sub });
  await expect(
    pool.createConfirmedPerson({ ...createSignUpDetails(), preferred_username: chosen.handle }),
  ).rejects.toMatchObject({ name: 'UsernameExistsException' });
});
