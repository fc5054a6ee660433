import { randomUUID } from 'node:crypto';
import { CLIENT_ID } from '@cruddur/local-pool/names';
import { beforeEach, expect, test } from 'vitest';
import { disposeAfterAll } from '../../support/dispose-after-all.ts';
import { answerDeviceChallenge, rememberDevice } from '../../support/local-pool/devices.ts';
import { createConfirmedPerson, createSignUpDetails, signUpInput } from '../../support/local-pool/people.ts';
import { openPoolStore } from '../../support/local-pool/pool-store.ts';
import { startTestPool, type TestPool } from '../../support/local-pool/test-pool.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

let gateway: TestPool;
let waited: number[];

const store = disposeAfterAll(await openPoolStore());
beforeEach(async () => {
  await store.db.deleteFrom('pool_limits').execute();
  waited = [];
  const wait = (ms: number) => Promise.resolve(void waited.push(ms));
  gateway = await startTestPool(store.db, { rateLimits: true, wait });
  return () => gateway[Symbol.asyncDispose]();
});

type Login = { email: string; password: string };

/** Calls from a given network address. @returns the answer, or the name of the refusal */
async function from(address: string, operation: string, input: object): Promise<unknown> {
  const target = `AWSCognitoIdentityProviderService.${operation}`;
  const answer = gateway.pool.callOperation(target, { ClientId: CLIENT_ID, ...input }, { address });
  return answer.catch((error: unknown) => (error instanceof Error ? error.name : error));
}

const signIn = (address: string, { email, password }: Login, DEVICE_KEY?: string) =>
  from(address, 'InitiateAuth', {
    AuthFlow: 'USER_PASSWORD_AUTH',
    AuthParameters: { USERNAME: email, PASSWORD: password, ...(DEVICE_KEY && { DEVICE_KEY }) },
  });
const signedIn = expect.objectContaining({ AuthenticationResult: expect.anything() as unknown }) as unknown;
const forget = (address: string, { email }: Login) => from(address, 'ForgotPassword', { Username: email });
const mailed = expect.objectContaining({ CodeDeliveryDetails: expect.anything() as unknown }) as unknown;
const reset = (address: string, { email }: Login, ConfirmationCode: string) =>
  from(address, 'ConfirmForgotPassword', { Username: email, ConfirmationCode, Password: 'a new password' });
const wrongOf = (code: string) => code.replace(/^./, (digit) => String((Number(digit) + 1) % 10));

async function times<T>(count: number, run: (index: number) => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  for (let index = 0; index < count; index++) results.push(await run(index));
  return results;
}

/** Guesses from the given number of addresses, as often as one address may. */
const guessFrom = (addresses: number, person: Login) =>
  times(addresses, (stranger) =>
    times(20, () => signIn(`stranger-${stranger}`, { ...person, password: 'a guess' })),
  );

test('[POOL-29] strangers who guess a password are locked out themselves; the owner signs in elsewhere with a short delay at most', async () => {
  const owner = await createConfirmedPerson(gateway);
  const [guesses = []] = await guessFrom(1, owner);
  expect(new Set(guesses)).toEqual(new Set(['NotAuthorizedException']));
  expect(await signIn('stranger-0', { ...owner, password: 'a guess' })).toBe('TooManyRequestsException');
  expect(await signIn('stranger-0', owner)).toBe('TooManyRequestsException');
  expect(waited).toEqual([]);
  expect(await signIn('home', owner)).toEqual(signedIn);

  await guessFrom(5, owner);
  expect(Math.max(...waited)).toBe(5000);
  expect(waited.slice(0, 5)).toEqual(waited.slice(0, 5).toSorted((one, two) => one - two));
  waited = [];
  expect(await signIn('home', owner)).toEqual(signedIn);
  expect(waited).toEqual([5000]);
});

test('[POOL-29] strangers who guess a password do not exhaust the limit of started proofs', async () => {
  const owner = await createConfirmedPerson(gateway);
  const begin = (address: string) =>
    from(address, 'InitiateAuth', {
      AuthFlow: 'USER_SRP_AUTH',
      AuthParameters: { USERNAME: owner.email, SRP_A: 'abcdef' },
    });
  const begun = await Promise.all(Array.from({ length: 101 }, () => begin('stranger')));
  expect(begun.filter((answer) => answer === 'TooManyRequestsException')).toHaveLength(1);
  expect(await begin('home')).toHaveProperty('ChallengeName', 'PASSWORD_VERIFIER');
});

test('strangers who guess a password neither delay nor exclude a remembered device, even from the same address', async () => {
  const owner = await createConfirmedPerson(gateway);
  const { device } = await rememberDevice(gateway, owner);
  await guessFrom(2, owner);
  waited = [];
  const challenged = (await signIn('stranger-0', owner, device.key)) as Record<string, unknown>;
  expect(challenged.ChallengeName).toBe('DEVICE_SRP_AUTH');
  const proof = await answerDeviceChallenge(gateway, device, {
    status: 200,
    headers: new Headers(),
    body: challenged,
  });
  expect(proof.body).toEqual(signedIn);
  expect(waited).toEqual([]);
});

test('strangers who guess a password gain nothing by a device of their own or a forged one, and one device may guess 20 times', async () => {
  const owner = await createConfirmedPerson(gateway);
  const { device: theirs } = await rememberDevice(gateway, await createConfirmedPerson(gateway));
  const wrong = { ...owner, password: 'a guess' };
  await times(10, () => signIn('stranger', wrong, theirs.key));
  await times(10, () => signIn('stranger', wrong, `ap-south-1_${randomUUID()}`));
  expect(await signIn('stranger', wrong, theirs.key)).toBe('TooManyRequestsException');

  const { device } = await rememberDevice(gateway, owner);
  const guesses = await times(21, () => signIn('home', wrong, device.key));
  expect(guesses.indexOf('TooManyRequestsException')).toBe(20);
  expect(await signIn('home', owner)).toEqual(signedIn);
});

const JUNK_PASSKEY = JSON.stringify({
  id: 'AAAA',
  rawId: 'AAAA',
  type: 'public-key',
  response: { clientDataJSON: 'AAAA', authenticatorData: 'AAAA', signature: 'AAAA' },
});
const begin = async (address: string, { email }: Login, parameters: object): Promise<string> => {
  const AuthParameters = { USERNAME: email, ...parameters };
  const AuthFlow = 'PREFERRED_CHALLENGE' in parameters ? 'USER_AUTH' : 'CUSTOM_AUTH';
  const answer = await from(address, 'InitiateAuth', { AuthFlow, AuthParameters });
  return String((answer as { Session?: string }).Session ?? answer);
};
type Given = { ChallengeName: string; Session: string; responses: object };
const respond = (address: string, { email }: Login, { ChallengeName, Session, responses }: Given) => {
  const ChallengeResponses = { USERNAME: email, ...responses };
  return from(address, 'RespondToAuthChallenge', { ChallengeName, Session, ChallengeResponses });
};
const tryPasskey = async (address: string, person: Login) => {
  const Session = await begin(address, person, { PREFERRED_CHALLENGE: 'WEB_AUTHN' });
  return respond(address, person, {
    ChallengeName: 'WEB_AUTHN',
    Session,
    responses: { CREDENTIAL: JUNK_PASSKEY },
  });
};

test('a passkey is not delayed by wrong passwords or wrong passkeys', async () => {
  const owner = await createConfirmedPerson(gateway);
  await guessFrom(2, owner);
  await times(3, (stranger) => times(15, () => tryPasskey(`stranger-${stranger}`, owner)));
  waited = [];
  expect(await tryPasskey('home', owner)).toBe('NotAuthorizedException');
  expect(waited).toEqual([]);
});

test('wrong passkeys are limited, and do not use up the passwords', async () => {
  const owner = await createConfirmedPerson(gateway);
  const answers = await times(21, () => tryPasskey('home', owner));
  expect(answers.indexOf('TooManyRequestsException')).toBe(20);
  expect(await signIn('home', owner)).toEqual(signedIn);
});

test('a mailed code is not delayed on a remembered device, even from the guessing address', async () => {
  const owner = await createConfirmedPerson(gateway);
  const { device } = await rememberDevice(gateway, owner);
  await times(3, (stranger) => times(20, () => reset(`stranger-${stranger}`, owner, '1')));
  await times(10, () => forget('stranger-0', owner));
  expect(await forget('stranger-0', owner)).toBe('LimitExceededException');
  waited = [];
  const DEVICE_KEY = device.key;
  const Session = await begin('stranger-0', owner, { DEVICE_KEY });
  const ANSWER = await gateway.latestCodeFor(owner.email);
  const answer = await respond('stranger-0', owner, {
    ChallengeName: 'CUSTOM_CHALLENGE',
    Session,
    responses: { ANSWER, DEVICE_KEY },
  });
  expect(answer).toMatchObject({ ChallengeName: 'DEVICE_SRP_AUTH' });
  expect(waited).toEqual([]);
});

test.each(['CUSTOM_AUTH', 'USER_AUTH', 'WEB_AUTHN'])(
  '%s starts on a remembered device after another client of its address used up the starts',
  async (flow) => {
    const owner = await createConfirmedPerson(gateway);
    const { device } = await rememberDevice(gateway, owner);
    const start = (given: object) =>
      from('office', 'InitiateAuth', {
        AuthFlow: flow === 'CUSTOM_AUTH' ? flow : 'USER_AUTH',
        AuthParameters: {
          USERNAME: owner.email,
          ...(flow === 'CUSTOM_AUTH' && { CHALLENGE_NAME: 'SRP_A', SRP_A: 'abcdef' }),
          ...(flow === 'WEB_AUTHN' && { PREFERRED_CHALLENGE: flow }),
          ...given,
        },
      });
    await Promise.all(Array.from({ length: 100 }, () => start({})));
    expect(await start({})).toBe('TooManyRequestsException');
    expect(await start({ DEVICE_KEY: device.key })).toHaveProperty('ChallengeName');
  },
);

test('[OBSERVE-5] a passkey that does not exist and a wrong recovery code leave an audit line', async () => {
  const owner = await createConfirmedPerson(gateway);
  await tryPasskey('home', owner);
  expect(gateway.audited).toContain('sign_in_failed');
  await forget('home', owner);
  await reset('home', owner, wrongOf(await gateway.latestCodeFor(owner.email)));
  expect(gateway.audited).toContain('password_reset_failed');
});

test("strangers who request codes do not keep the owner from requesting a code, and do not void the owner's code", async () => {
  const owner = await createConfirmedPerson(gateway);
  expect(await forget('home', owner)).toEqual(mailed);
  const code = await gateway.latestCodeFor(owner.email);
  const refusals = await times(11, () => forget('stranger', owner));
  expect(refusals.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => mailed));
  expect(refusals[10]).toBe('LimitExceededException');
  expect(await gateway.latestCodeFor(owner.email)).toBe(code);
  expect(await forget('elsewhere', owner)).toEqual(mailed);
  expect(await reset('home', owner, code)).toEqual({});
});

test('strangers who request codes do not flood a mailbox: after 30 mails only a needed code is mailed', async () => {
  const owner = await createConfirmedPerson(gateway);
  await times(5, (stranger) => times(10, () => forget(`stranger-${stranger}`, owner)));
  expect(await gateway.pool.listMail(owner.email)).toHaveLength(30);
  expect(await forget('home', owner)).toEqual(mailed);
  expect(await reset('home', owner, await gateway.latestCodeFor(owner.email))).toEqual({});
  expect(await forget('home', owner)).toEqual(mailed);
  expect(await gateway.pool.listMail(owner.email)).toHaveLength(31);
});

test('[POOL-32] strangers who guess codes cause long codes, which have no limit of tries', async () => {
  const owner = await createConfirmedPerson(gateway);
  const burn = async (stranger: string) => {
    await forget(stranger, owner);
    const code = await gateway.latestCodeFor(owner.email);
    await times(5, () => reset(stranger, owner, wrongOf(code)));
    return code;
  };
  const burned = await times(5, (index) => burn(`stranger-${index}`));
  expect(burned.map((code) => code.length)).toEqual([6, 6, 6, 6, 6]);
  expect(await reset('home', owner, burned[4] ?? '')).toBe('ExpiredCodeException');

  await forget('home', owner);
  const code = await gateway.latestCodeFor(owner.email);
  expect(code).toMatch(/^\d{12}$/);
  await times(3, (stranger) => times(20, () => reset(`late-${stranger}`, owner, wrongOf(code))));
  expect(await reset('home', owner, code)).toEqual({});

  gateway.clock.advance(25 * HOUR);
  await forget('home', owner);
  expect(await gateway.latestCodeFor(owner.email)).toMatch(/^\d{6}$/);
});

const signUp = (person: ReturnType<typeof createSignUpDetails>) =>
  from('home', 'SignUp', signUpInput(person));
const confirm = ({ email }: Login, ConfirmationCode: string) =>
  from('home', 'ConfirmSignUp', { Username: email, ConfirmationCode });

test('[POOL-3] an unconfirmed sign-up frees its email and its handle after 24 hours and not before', async () => {
  const unconfirmed = createSignUpDetails();
  await signUp(unconfirmed);
  gateway.clock.advance(24 * HOUR - MINUTE);
  expect(await signUp({ ...createSignUpDetails(), handle: unconfirmed.handle })).toBe(
    'UsernameExistsException',
  );
  gateway.clock.advance(MINUTE);
  expect(await signUp({ ...createSignUpDetails(), handle: unconfirmed.handle })).toHaveProperty('UserSub');

  const other = createSignUpDetails();
  await signUp(other);
  gateway.clock.advance(24 * HOUR);
  expect(await signUp({ ...other, handle: createSignUpDetails().handle })).toHaveProperty('UserSub');
});

test('[POOL-3] an unconfirmed sign-up is not prolonged by a resent code, and earlier codes become invalid', async () => {
  const person = createSignUpDetails();
  await signUp(person);
  gateway.clock.advance(23 * HOUR);
  await from('home', 'ResendConfirmationCode', { Username: person.email });
  const code = await gateway.latestCodeFor(person.email);
  gateway.clock.advance(HOUR);
  expect(await confirm(person, code)).toBe('ExpiredCodeException');
  const successor = { ...createSignUpDetails(), handle: person.handle };
  expect(await signUp(successor)).toHaveProperty('UserSub');
  expect(await gateway.pool.listMail(person.email)).toEqual([]);
  expect(await confirm(successor, await gateway.latestCodeFor(successor.email))).toEqual({});
  gateway.clock.advance(48 * HOUR);
  expect(await signUp({ ...createSignUpDetails(), handle: person.handle })).toBe('UsernameExistsException');
});
