import {
  confirmResetPassword,
  confirmSignUp,
  fetchAuthSession,
  fetchUserAttributes,
  getCurrentUser,
  resendSignUpCode,
  resetPassword,
  signIn,
  signOut,
  signUp,
  updatePassword,
  updateUserAttributes,
} from 'aws-amplify/auth';
import { describe, expect, test } from 'vitest';
import { setUpAmplifyPool } from '../../support/local-pool/set-up-amplify-pool.ts';
import {
  createConfirmedPerson,
  createSignUpDetails,
  decodeClaims,
  signInByPassword,
  tokensOf,
  type SignUpDetails,
} from '../../support/local-pool/people.ts';
import type { TestPool } from '../../support/local-pool/test-pool.ts';

let gateway: TestPool;
setUpAmplifyPool((pool) => (gateway = pool));

const signUpWith = ({ email, password, name, handle }: SignUpDetails) =>
  signUp({
    username: email,
    password,
    options: { userAttributes: { email, name, preferred_username: handle } },
  });

describe('aws-amplify against the local pool', () => {
  test('[POOL-1] signs up, resends, confirms and signs in by SRP', async () => {
    const person = createSignUpDetails();
    const { email: username, password } = person;
    const made = await signUpWith(person);
    expect(made.nextStep).toMatchObject({
      signUpStep: 'CONFIRM_SIGN_UP',
      codeDeliveryDetails: { deliveryMedium: 'EMAIL', destination: 'p***@e***' },
    });
    const first = await gateway.latestCodeFor(username);
    await expect(signIn({ username, password })).resolves.toMatchObject({
      nextStep: { signInStep: 'CONFIRM_SIGN_UP' },
    });
    await resendSignUpCode({ username });
    const second = await gateway.latestCodeFor(username);
    if (first !== second) {
      await expect(confirmSignUp({ username, confirmationCode: first })).rejects.toMatchObject({
        name: 'CodeMismatchException',
        message: 'Invalid verification code provided, please try again.',
      });
    }
    await expect(confirmSignUp({ username, confirmationCode: second })).resolves.toMatchObject({
      isSignUpComplete: true,
    });
    await expect(signIn({ username, password })).resolves.toMatchObject({ nextStep: { signInStep: 'DONE' } });
    await expect(getCurrentUser()).resolves.toMatchObject({ userId: made.userId });
    await expect(fetchUserAttributes()).resolves.toEqual({
      sub: made.userId,
      email: username,
      email_verified: 'true',
      name: person.name,
      preferred_username: person.handle,
    });
  });

  test('[POOL-2] a wrong password and an unknown email get the same refusal', async () => {
    const { email } = await createConfirmedPerson(gateway);
    const refusal = { name: 'NotAuthorizedException', message: 'Incorrect username or password.' };
    for (const authFlowType of ['USER_SRP_AUTH', 'USER_PASSWORD_AUTH'] as const) {
      for (const username of [email, createSignUpDetails().email]) {
        await expect(
          signIn({ username, password: 'not the one', options: { authFlowType } }),
        ).rejects.toMatchObject(refusal);
      }
    }
  });

  test('[POOL-1] signs in by USER_PASSWORD_AUTH, with the email in any case', async () => {
    const { email, password } = await createConfirmedPerson(gateway);
    const options = { authFlowType: 'USER_PASSWORD_AUTH' } as const;
    await expect(signIn({ username: email.toUpperCase(), password, options })).resolves.toMatchObject({
      isSignedIn: true,
    });
  });

  test('[POOL-1] signs in by SRP with any characters in the password', async () => {
    const password = 'pässwörd \u{1F525} ünïcode';
    const { email: username } = await createConfirmedPerson(gateway, { password });
    await expect(signIn({ username, password })).resolves.toMatchObject({ isSignedIn: true });
  });

  test('[POOL-4] a forced refresh returns new tokens of the same session', async () => {
    const { email, password } = await createConfirmedPerson(gateway);
    await signIn({ username: email, password });
    const before = (await fetchAuthSession()).tokens;
    const after = (await fetchAuthSession({ forceRefresh: true })).tokens;
    expect(after?.accessToken.payload.jti).not.toBe(before?.accessToken.payload.jti);
    expect(after?.accessToken.payload.origin_jti).toBe(before?.accessToken.payload.origin_jti);
    expect(after?.accessToken.payload.auth_time).toBe(before?.accessToken.payload.auth_time);
    await expect(fetchAuthSession({ forceRefresh: true })).resolves.toHaveProperty('tokens.idToken');
  });

  test('[POOL-5] resets a forgotten password by the mailed code', async () => {
    const { email: username, password } = await createConfirmedPerson(gateway);
    await expect(resetPassword({ username })).resolves.toMatchObject({
      nextStep: { resetPasswordStep: 'CONFIRM_RESET_PASSWORD_WITH_CODE' },
    });
    const confirmationCode = await gateway.latestCodeFor(username);
    await expect(
      confirmResetPassword({ username, confirmationCode, newPassword: 'short' }),
    ).rejects.toMatchObject({ name: 'InvalidPasswordException' });
    await confirmResetPassword({ username, confirmationCode, newPassword: 'brand new one' });
    await expect(signIn({ username, password })).rejects.toMatchObject({ name: 'NotAuthorizedException' });
    await expect(signIn({ username, password: 'brand new one' })).resolves.toMatchObject({
      isSignedIn: true,
    });
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
    await expect(signIn({ username: person.email, password: person.password })).resolves.toMatchObject({
      isSignedIn: true,
    });
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

  test('[POOL-7] changes name, handle and password of the signed-in user', async () => {
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
    await expect(signIn({ username, password: 'another password' })).resolves.toMatchObject({
      isSignedIn: true,
    });
  });

  test('[POOL-3] an email or handle that is taken is refused, in any case', async () => {
    const { email, handle } = await createConfirmedPerson(gateway);
    const taken = { name: 'UsernameExistsException' };
    await expect(signUpWith({ ...createSignUpDetails(), email: email.toUpperCase() })).rejects.toMatchObject(
      taken,
    );
    await expect(
      signUpWith({ ...createSignUpDetails(), handle: handle.toUpperCase() }),
    ).rejects.toMatchObject(taken);
  });
});
