import { expect, test } from 'vitest';
import { createActor } from 'xstate';
import { signInMachine, type Credentials } from '../../../client/src/machines/sign-in.machine.ts';
import { createManualActor, SimulatedClock, waitForTag } from './manual-actor.ts';

const ada = { email: 'ada@example.com', password: 'analytical' };

function start() {
  const clock = new SimulatedClock();
  const signIn = createManualActor<string, Credentials>();
  const openSession = createManualActor<boolean, unknown>();
  const signInByPasskey = createManualActor<string, { email: string }>();
  const actors = {
    signIn: signIn.logic,
    signInByPasskey: signInByPasskey.logic,
    openSession: openSession.logic,
  };
  const actor = createActor(signInMachine.provide({ actors }), { clock }).start();
  const submit = (fields: Partial<Credentials> = {}) => actor.send({ type: 'SUBMIT', ...ada, ...fields });
  const usePasskey = (email = ada.email) => actor.send({ type: 'PASSKEY', email });
  return { actor, clock, signIn, signInByPasskey, openSession, submit, usePasskey };
}

test('[AUTH-1] DONE with a token signs in, with the email trimmed', async () => {
  const { actor, signIn, openSession, submit } = start();
  submit({ email: ' ada@example.com ' });
  expect(signIn.calls).toEqual([ada]);
  signIn.succeed('DONE');
  await expect.poll(() => openSession.calls.length).toBe(1);
  openSession.succeed(true);
  await waitForTag(actor, 'done');
});

test('[AUTH-1] DONE without a token shows an error', async () => {
  const { actor, signIn, openSession, submit } = start();
  submit();
  signIn.succeed('DONE');
  await expect.poll(() => openSession.calls.length).toBe(1);
  openSession.succeed(false);
  const { context } = await waitForTag(actor, 'failed');
  expect(context.error).toBe('Sign in failed: No token received from session.');
});

test.each([
  ['email', 'username is required to signIn'],
  ['password', 'password is required to signIn'],
])('[AUTH-2] a blank %s is not sent', (field, message) => {
  const { actor, signIn, submit } = start();
  submit({ [field]: '' });
  expect(signIn.calls).toEqual([]);
  expect(actor.getSnapshot().context.error).toBe(message);
});

test.each([
  ['NotAuthorizedException', 'Incorrect username or password.', 'Incorrect email or password'],
  ['UserNotFoundException', 'User does not exist.', 'User does not exist.'],
  ['NetworkError', 'A network error has occurred.', 'A network error has occurred.'],
  ['AuthUserPoolException', 'Auth UserPool not configured.', 'Auth UserPool not configured.'],
  ['Error', '', 'An unknown error occurred'],
])('[AUTH-3] %s shows its message', async (name, message, shown) => {
  const { actor, signIn, submit } = start();
  submit();
  signIn.fail(name, message);
  const { context } = await waitForTag(actor, 'failed');
  expect(context.error).toBe(shown);
});

test('[AUTH-3] a thrown value that is no error shows the default message', async () => {
  const { actor, signIn, submit } = start();
  submit();
  signIn.failWith('boom');
  expect((await waitForTag(actor, 'failed')).context.error).toBe('An unknown error occurred');
});

test('[AUTH-4] an unconfirmed person goes to the confirmation with the email', async () => {
  for (const end of ['step', 'error'] as const) {
    const { actor, signIn, submit } = start();
    submit();
    if (end === 'step') signIn.succeed('CONFIRM_SIGN_UP');
    else signIn.fail('UserNotConfirmedException', 'User is not confirmed.');
    expect((await waitForTag(actor, 'toConfirm')).context.email).toBe(ada.email);
  }
});

test('[AUTH-4] a password that must be reset goes to the reset', async () => {
  for (const end of ['step', 'error'] as const) {
    const { actor, signIn, submit } = start();
    submit();
    if (end === 'step') signIn.succeed('RESET_PASSWORD');
    else signIn.fail('PasswordResetRequiredException', 'Password reset required');
    await waitForTag(actor, 'toReset');
  }
});

test('[AUTH-5] any other step is unexpected, and is cleared after three minutes', async () => {
  const { actor, clock, signIn, submit } = start();
  submit();
  signIn.succeed('CONFIRM_SIGN_IN_WITH_TOTP_CODE');
  const { context } = await waitForTag(actor, 'failed');
  expect(context.error).toBe('Unexpected signIn step');
  clock.increment(179_999);
  expect(actor.getSnapshot().hasTag('failed')).toBe(true);
  clock.increment(1);
  expect(actor.getSnapshot().hasTag('failed')).toBe(false);
  expect(actor.getSnapshot().context.error).toBe('');
});

test('[AUTH-6] the same press again within 300 ms is no second call; one after an edit is', async () => {
  const { actor, clock, signIn, submit } = start();
  submit();
  submit();
  expect(signIn.calls).toHaveLength(1);
  signIn.fail('NotAuthorizedException');
  await waitForTag(actor, 'failed');
  submit();
  expect(signIn.calls).toHaveLength(1);
  clock.increment(300);
  submit();
  expect(signIn.calls).toHaveLength(2);
  signIn.fail('NotAuthorizedException');
  await waitForTag(actor, 'failed');
  actor.send({ type: 'EDIT' });
  expect(actor.getSnapshot().context.error).toBe('');
  submit();
  expect(signIn.calls).toHaveLength(3);
});

test('[AUTH-7] no context ever holds the password', async () => {
  const { actor, signIn, submit } = start();
  const seen: string[] = [];
  actor.subscribe(({ context }) => seen.push(JSON.stringify(context)));
  submit();
  signIn.fail('NotAuthorizedException');
  await waitForTag(actor, 'failed');
  expect(seen.join()).not.toContain(ada.password);
});

test('[ACCOUNT-6] a passkey signs in without a password', async () => {
  const { actor, signInByPasskey, openSession, usePasskey } = start();
  usePasskey(' ada@example.com ');
  expect(actor.getSnapshot().hasTag('passkey')).toBe(true);
  expect(signInByPasskey.calls).toEqual([{ email: ada.email }]);
  signInByPasskey.succeed('DONE');
  await expect.poll(() => openSession.calls.length).toBe(1);
  openSession.succeed(true);
  await waitForTag(actor, 'done');
});

test('[ACCOUNT-6] a passkey requires an email', () => {
  const { actor, signInByPasskey, usePasskey } = start();
  usePasskey(' ');
  expect(signInByPasskey.calls).toEqual([]);
  expect(actor.getSnapshot().context.error).toBe('username is required to signIn');
});

const NO_PASSKEY = 'There is no passkey for this account on this device. Sign in with your password.';

test.each([
  ['PasskeyAuthenticationCanceled', 'The passkey was not used. Try again, or sign in with your password.'],
  ['NotAuthorizedException', NO_PASSKEY],
  ['NetworkError', 'A network error has occurred.'],
])('[ACCOUNT-6] %s shows a message, and the password still works', async (name, shown) => {
  const { actor, clock, signIn, signInByPasskey, submit, usePasskey } = start();
  usePasskey();
  signInByPasskey.fail(name, 'A network error has occurred.');
  expect((await waitForTag(actor, 'failed')).context.error).toBe(shown);
  usePasskey();
  expect(signInByPasskey.calls).toHaveLength(1);
  clock.increment(300);
  submit();
  expect(signIn.calls).toHaveLength(1);
});

test('[ACCOUNT-6] a pool that offers another factor leads to the password', async () => {
  const { actor, signInByPasskey, usePasskey } = start();
  usePasskey();
  signInByPasskey.succeed('CONTINUE_SIGN_IN_WITH_FIRST_FACTOR_SELECTION');
  expect((await waitForTag(actor, 'failed')).context.error).toBe(NO_PASSKEY);
});

test.each([
  ['CONFIRM_SIGN_UP', 'toConfirm'],
  ['RESET_PASSWORD', 'toReset'],
])('[ACCOUNT-6] %s continues as after a password', async (step, tag) => {
  const { actor, signInByPasskey, usePasskey } = start();
  usePasskey();
  signInByPasskey.succeed(step);
  expect((await waitForTag(actor, tag)).context.email).toBe(ada.email);
});

test('[AUTH-5] an unexpected step after a passkey is unexpected too', async () => {
  const { actor, signInByPasskey, usePasskey } = start();
  usePasskey();
  signInByPasskey.succeed('CONFIRM_SIGN_IN_WITH_TOTP_CODE');
  expect((await waitForTag(actor, 'failed')).context.error).toBe('Unexpected signIn step');
});
