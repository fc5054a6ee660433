import { confirmSignIn, deleteUser, getCurrentUser, signIn, signOut } from 'aws-amplify/auth';
import { describe, expect, test } from 'vitest';
import { setUpAmplifyPool } from '../../support/local-pool/set-up-amplify-pool.ts';
import { answerDeviceChallenge, rememberDevice } from '../../support/local-pool/devices.ts';
import {
  createConfirmedPerson,
  createSignUpDetails,
  signInByPassword,
  signUpInput,
  tokensOf,
} from '../../support/local-pool/people.ts';
import type { TestPool } from '../../support/local-pool/test-pool.ts';

let gateway: TestPool;
setUpAmplifyPool((pool) => (gateway = pool));

const refusal = { name: 'NotAuthorizedException', message: 'Incorrect username or password.' };
const byCode = { authFlowType: 'CUSTOM_WITHOUT_SRP' } as const;
const invited = async () => {
  const person = createSignUpDetails();
  const { handle: preferred_username, ...rest } = person;
  return { ...person, ...(await gateway.pool.createInvitedPerson({ ...rest, preferred_username })) };
};
const isDone = { isSignedIn: true, nextStep: { signInStep: 'DONE' } };

describe('the choice of the first factor', () => {
  test('[POOL-20] a user chooses between password and SRP', async () => {
    const { email: username, password } = await createConfirmedPerson(gateway);
    for (const choice of ['PASSWORD', 'PASSWORD_SRP']) {
      const begun = await signIn({ username, options: { authFlowType: 'USER_AUTH' } });
      expect(begun.nextStep).toMatchObject({
        signInStep: 'CONTINUE_SIGN_IN_WITH_FIRST_FACTOR_SELECTION',
        availableChallenges: expect.arrayContaining(['PASSWORD', 'PASSWORD_SRP']) as unknown,
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

  test('[POOL-2] the choice is the same for unknown emails', async () => {
    const choose = async (username: string) =>
      (await signIn({ username, options: { authFlowType: 'USER_AUTH' } })).nextStep;
    const { email } = await createConfirmedPerson(gateway);
    expect(await choose(createSignUpDetails().email)).toEqual(await choose(email));
  });
});

describe('signing in by a mailed code', () => {
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

  test('[POOL-19] a remembered device proves itself after the code', async () => {
    const person = await createConfirmedPerson(gateway);
    const { device } = await rememberDevice(gateway, person);
    const AuthParameters = { USERNAME: person.email };
    const begun = await gateway.call('InitiateAuth', { AuthFlow: 'CUSTOM_AUTH', AuthParameters });
    const ANSWER = await gateway.latestCodeFor(person.email);
    const answer = await gateway.call('RespondToAuthChallenge', {
      ChallengeName: 'CUSTOM_CHALLENGE',
      Session: begun.body.Session,
      ChallengeResponses: { ...AuthParameters, ANSWER, DEVICE_KEY: device.key },
    });
    tokensOf(await answerDeviceChallenge(gateway, device, answer));
  });
});

describe('temporary passwords', () => {
  test('[POOL-21] are replaced at the first sign-in, by SRP and by password', async () => {
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

  test('[POOL-21] expire after seven days, and cannot be confirmed as a sign-up', async () => {
    const person = await invited();
    const { body } = await gateway.call('ResendConfirmationCode', { Username: person.email });
    expect(body.__type).toBe('InvalidParameterException');
    gateway.clock.advance(7 * 86_400_000);
    expect((await signInByPassword(gateway, person)).body.message).toBe(
      'Temporary password has expired and must be reset by an administrator.',
    );
  });
});

describe('deleting an account', () => {
  test('[POOL-22] the program erases first, then the pool, and email and handle are free again', async () => {
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
});
