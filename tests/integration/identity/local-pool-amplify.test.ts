import { CLIENT_ID, POOL_ID } from '@cruddur/local-pool/names';
import { Amplify } from 'aws-amplify';
import {
  confirmSignIn,
  deleteUser,
  fetchAuthSession,
  fetchDevices,
  forgetDevice,
  getCurrentUser,
  rememberDevice,
  signIn,
  signOut,
  signUp,
  updatePassword,
  updateUserAttributes,
} from 'aws-amplify/auth';
import { ConsoleLogger } from 'aws-amplify/utils';
import { afterAll, afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { clientOperations } from '../../support/local-pool/client-operations.ts';
import { openPool } from '../../support/local-pool/open-pool.ts';
import {
  createConfirmedPerson,
  createSignUpDetails,
  decodeClaims,
  signInByPassword,
  signUpInput,
  tokensOf,
  type SignUpDetails,
} from '../../support/local-pool/people.ts';

/** Each call reaches a gateway that has just started. */
const gateway = await openPool({ restarts: true });
const userPoolEndpoint = `${gateway.url}/idp`;
// Amplify warns of every endpoint that is not Amazon's.
ConsoleLogger.LOG_LEVEL = 'ERROR';
Amplify.configure({
  Auth: { Cognito: { userPoolId: POOL_ID, userPoolClientId: CLIENT_ID, userPoolEndpoint } },
});
afterEach(() => signOut());
afterAll(() => {
  expect([...gateway.libraryOperations]).toEqual(expect.arrayContaining(clientOperations['aws-amplify']));
});

const refusal = { name: 'NotAuthorizedException', message: 'Incorrect username or password.' };
const byCode = { authFlowType: 'CUSTOM_WITHOUT_SRP' } as const;
const invited = async () => {
  const person = createSignUpDetails();
  const { handle: preferred_username, ...rest } = person;
  return { ...person, ...(await gateway.pool.createInvitedPerson({ ...rest, preferred_username })) };
};
const isDone = { isSignedIn: true, nextStep: { signInStep: 'DONE' } };

const signUpWith = ({ email, password, name, handle }: SignUpDetails) =>
  signUp({
    username: email,
    password,
    options: { userAttributes: { email, name, preferred_username: handle } },
  });

test('[POOL-1, POOL-2] aws-amplify signs in by SRP and by password, with the email in any case and any characters in the password, and refuses a wrong one', async () => {
  const password = 'pässwörd \u{1F525} ünïcode';
  const { email } = await createConfirmedPerson(gateway, { password });
  for (const authFlowType of ['USER_SRP_AUTH', 'USER_PASSWORD_AUTH'] as const) {
    const options = { authFlowType };
    for (const username of [email, createSignUpDetails().email]) {
      const signingIn = signIn({ username, password: 'not the one', options });
      await expect(signingIn).rejects.toMatchObject(refusal);
    }
    expect(await signIn({ username: email.toUpperCase(), password, options })).toMatchObject(isDone);
    await signOut();
  }
});

test('[POOL-6] a global sign-out ends every session of the user and notifies the program', async () => {
  const person = await createConfirmedPerson(gateway);
  const elsewhere = await signInByPassword(gateway, person);
  await signIn({ username: person.email, password: person.password });
  const { tokens } = await fetchAuthSession();
  await signOut({ global: true });
  const notice = gateway.signOuts.find(({ sub }) => sub === person.sub);
  const { AccessToken, RefreshToken } = tokensOf(elsewhere);
  for (const { origin_jti, auth_time } of [tokens?.accessToken.payload ?? {}, decodeClaims(AccessToken)]) {
    const isListed = notice?.originJtis.includes(String(origin_jti)) ?? false;
    expect(isListed || Number(auth_time) < (notice?.authTimeBefore ?? 0)).toBe(true);
  }
  const refused = await gateway.call('GetTokensFromRefreshToken', { RefreshToken });
  expect(refused.body).toEqual({
    __type: 'NotAuthorizedException',
    message: 'Refresh Token has been revoked',
  });
  const again = signIn({ username: person.email, password: person.password });
  await expect(again).resolves.toMatchObject(isDone);
});

test('[POOL-6] a plain sign-out ends its own session only', async () => {
  const person = await createConfirmedPerson(gateway);
  const elsewhere = await signInByPassword(gateway, person);
  await signIn({ username: person.email, password: person.password });
  const here = String((await fetchAuthSession()).tokens?.accessToken);
  await signOut();
  const gone = await gateway.call('GetUser', { AccessToken: here });
  expect(gone.body.message).toBe('Access Token has been revoked');
  const { AccessToken } = elsewhere.body.AuthenticationResult as { AccessToken: string };
  expect((await gateway.call('GetUser', { AccessToken })).status).toBe(200);
});

test('it changes name, handle and password of the signed-in user', async () => {
  const { email: username, password } = await createConfirmedPerson(gateway);
  await signIn({ username, password });
  const { handle } = createSignUpDetails();
  await updateUserAttributes({ userAttributes: { name: 'Another Name', preferred_username: handle } });
  const { tokens } = await fetchAuthSession({ forceRefresh: true });
  expect(decodeClaims(String(tokens?.idToken))).toMatchObject({
    name: 'Another Name',
    preferred_username: handle,
  });
  await updatePassword({ oldPassword: password, newPassword: 'another password' });
  await signOut();
  expect(await signIn({ username, password: 'another password' })).toMatchObject(isDone);
});

test('[POOL-3] an email or handle that is taken is refused, in any case', async () => {
  const { email, handle } = await createConfirmedPerson(gateway);
  for (const change of [{ email: email.toUpperCase() }, { handle: handle.toUpperCase() }]) {
    const signingUp = signUpWith({ ...createSignUpDetails(), ...change });
    await expect(signingUp).rejects.toMatchObject({ name: 'UsernameExistsException' });
  }
});
test('[POOL-20] a user chooses between password and SRP', async () => {
  const { email: username, password } = await createConfirmedPerson(gateway);
  for (const choice of ['PASSWORD', 'PASSWORD_SRP']) {
    const begun = await signIn({ username, options: { authFlowType: 'USER_AUTH' } });
    expect(begun.nextStep).toMatchObject({
      signInStep: 'CONTINUE_SIGN_IN_WITH_FIRST_FACTOR_SELECTION',
      availableChallenges: ['PASSWORD', 'PASSWORD_SRP', 'WEB_AUTHN'],
    });
    const chosen = await confirmSignIn({ challengeResponse: choice });
    expect(chosen.nextStep.signInStep).toBe('CONFIRM_SIGN_IN_WITH_PASSWORD');
    await expect(confirmSignIn({ challengeResponse: password })).resolves.toMatchObject(isDone);
    await signOut();
  }
});

test('[POOL-20] the preferred factor starts at once', async () => {
  const { email: username, password } = await createConfirmedPerson(gateway);
  for (const preferredChallenge of ['PASSWORD', 'PASSWORD_SRP'] as const) {
    const options = { authFlowType: 'USER_AUTH', preferredChallenge } as const;
    await expect(signIn({ username, password, options })).resolves.toMatchObject(isDone);
    await signOut();
    await expect(signIn({ username, password: 'not the one', options })).rejects.toMatchObject(refusal);
  }
});

test('[POOL-20] the code alone suffices, and a wrong one can be corrected', async () => {
  const { email: username, sub } = await createConfirmedPerson(gateway);
  const begun = await signIn({ username, options: byCode });
  expect(begun.nextStep).toMatchObject({
    signInStep: 'CONFIRM_SIGN_IN_WITH_CUSTOM_CHALLENGE',
    additionalInfo: { CODE_DELIVERY_DESTINATION: 'p***@e***' },
  });
  await expect(confirmSignIn({ challengeResponse: 'wrong' })).resolves.toMatchObject({
    nextStep: { signInStep: 'CONFIRM_SIGN_IN_WITH_CUSTOM_CHALLENGE' },
  });
  const challengeResponse = await gateway.latestCodeFor(username);
  await expect(confirmSignIn({ challengeResponse })).resolves.toMatchObject(isDone);
  await expect(getCurrentUser()).resolves.toMatchObject({ userId: sub });
});

test('[POOL-20] three wrong codes end the sign-in, for unknown emails too', async () => {
  const { email } = await createConfirmedPerson(gateway);
  for (const username of [email, createSignUpDetails().email]) {
    await signIn({ username, options: byCode });
    await confirmSignIn({ challengeResponse: 'wrong' });
    await confirmSignIn({ challengeResponse: 'wrong' });
    await expect(confirmSignIn({ challengeResponse: 'wrong' })).rejects.toMatchObject(refusal);
  }
});

test('[POOL-20] the code follows the password, where the client asks for both', async () => {
  const { email: username, password } = await createConfirmedPerson(gateway);
  const options = { authFlowType: 'CUSTOM_WITH_SRP' } as const;
  await expect(signIn({ username, password: 'not the one', options })).rejects.toMatchObject(refusal);
  const { nextStep } = await signIn({ username, password, options });
  expect(nextStep.signInStep).toBe('CONFIRM_SIGN_IN_WITH_CUSTOM_CHALLENGE');
  const challengeResponse = await gateway.latestCodeFor(username);
  await expect(confirmSignIn({ challengeResponse })).resolves.toMatchObject(isDone);
});

test('[POOL-10] a sign-in code resets no password, and lasts three minutes', async () => {
  const { email: username } = await createConfirmedPerson(gateway);
  await signIn({ username, options: byCode });
  const ConfirmationCode = await gateway.latestCodeFor(username);
  const input = { Username: username, ConfirmationCode, Password: 'long enough' };
  const { body } = await gateway.call('ConfirmForgotPassword', input);
  expect(body.__type).toBe('ExpiredCodeException');
  gateway.clock.advance(180_000);
  await expect(confirmSignIn({ challengeResponse: ConfirmationCode })).rejects.toMatchObject({
    name: 'NotAuthorizedException',
  });
});

test('its device is remembered, proves itself, is listed and forgotten', async () => {
  // It names the device by the browser.
  vi.stubGlobal('navigator', { userAgent: 'A browser' });
  onTestFinished(() => void vi.unstubAllGlobals());
  const { email: username, password } = await createConfirmedPerson(gateway);
  await signIn({ username, password });
  await rememberDevice();
  const [device] = await fetchDevices();
  await signOut();
  expect(await signIn({ username, password })).toMatchObject(isDone);
  const { tokens } = await fetchAuthSession();
  expect(tokens?.accessToken.payload.device_key).toBe(device?.id);
  expect(await fetchDevices()).toHaveLength(1);
  await forgetDevice();
  expect(await fetchDevices()).toEqual([]);
});

test('[POOL-21] temporary passwords are replaced at the first sign-in, by SRP and by password', async () => {
  for (const authFlowType of ['USER_SRP_AUTH', 'USER_PASSWORD_AUTH'] as const) {
    const { email: username, password } = await invited();
    const { nextStep } = await signIn({ username, password, options: { authFlowType } });
    expect(nextStep.signInStep).toBe('CONFIRM_SIGN_IN_WITH_NEW_PASSWORD_REQUIRED');
    await expect(confirmSignIn({ challengeResponse: 'short' })).rejects.toMatchObject({
      name: 'InvalidPasswordException',
    });
    const challengeResponse = 'one of my own';
    const userAttributes = { name: 'My Own Name' };
    await expect(confirmSignIn({ challengeResponse, options: { userAttributes } })).resolves.toMatchObject(
      isDone,
    );
    await signOut();
    await expect(signIn({ username, password: challengeResponse })).resolves.toMatchObject(isDone);
    await signOut();
    await expect(signIn({ username, password })).rejects.toMatchObject(refusal);
  }
});

test('[POOL-21] temporary passwords expire after seven days, and cannot be confirmed as a sign-up', async () => {
  const person = await invited();
  const { body } = await gateway.call('ResendConfirmationCode', { Username: person.email });
  expect(body.__type).toBe('InvalidParameterException');
  gateway.clock.advance(7 * 86_400_000);
  expect((await signInByPassword(gateway, person)).body.message).toBe(
    'Temporary password has expired and must be reset by an administrator.',
  );
});

test('of a deleted account the program erases its part first, then the pool, and email and handle are free again', async () => {
  const person = await createConfirmedPerson(gateway);
  const elsewhere = tokensOf(await signInByPassword(gateway, person));
  await signIn({ username: person.email, password: person.password });
  await deleteUser();
  expect(gateway.erasedSubs).toContain(person.sub);
  expect(gateway.signOuts.map(({ sub }) => sub)).toContain(person.sub);
  const { AccessToken } = elsewhere;
  expect((await gateway.call('GetUser', { AccessToken })).body.__type).toBe('UserNotFoundException');
  expect((await signInByPassword(gateway, person)).body.message).toBe(refusal.message);
  expect((await gateway.call('SignUp', signUpInput(person))).status).toBe(200);
});
