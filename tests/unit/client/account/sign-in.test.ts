import { expect, test } from 'vitest';
import { signInMachine } from '../../../../client/src/account/sign-in/sign-in.machine.ts';
import { startMachine } from '../start-machine.ts';

const ada = { email: 'ada@example.com', password: 'analytical' };

function start() {
  const parts = startMachine(signInMachine, ['signIn', 'signInByPasskey', 'openSession']);
  const submit = (fields: Partial<typeof ada> = {}) => parts.send({ type: 'SUBMIT', ...ada, ...fields });
  const usePasskey = (email = ada.email) => parts.send({ type: 'PASSKEY', email });
  return { ...parts, submit, usePasskey };
}

test('[AUTH-1] DONE with a token signs in, with the email trimmed; without one an error is shown', async () => {
  for (const [hasToken, tag, error] of [
    [true, 'done', ''],
    [false, 'failed', 'Sign in failed: No token received from session.'],
  ] as const) {
    const { signIn, openSession, submit, reaches, context } = start();
    submit({ email: ' ada@example.com ' });
    expect(signIn.calls).toEqual([ada]);
    signIn.succeed('DONE');
    await expect.poll(() => openSession.calls.length).toBe(1);
    openSession.succeed(hasToken);
    await reaches(tag);
    expect(context().error).toBe(error);
  }
});

test.each([
  ['email', 'username is required to signIn'],
  ['password', 'password is required to signIn'],
])('[AUTH-2] a blank %s is not sent', (field, message) => {
  const { signIn, submit, context } = start();
  submit({ [field]: '' });
  expect(signIn.calls).toEqual([]);
  expect(context().error).toBe(message);
});

test.each([
  ['NotAuthorizedException', 'Incorrect username or password.', 'Incorrect email or password'],
  ['UserNotFoundException', 'User does not exist.', 'User does not exist.'],
  ['TooManyRequestsException', 'Rate exceeded', 'Password attempts exceeded, please try after some time.'],
  ['InvalidParameterException', '1 validation error detected', 'An unknown error occurred'],
])('[AUTH-3, WORDS-1] %s shows its text, and never that of the provider', async (name, message, shown) => {
  const { signIn, submit, reaches, context } = start();
  submit();
  signIn.fail(name, message);
  await reaches('failed');
  expect(context().error).toBe(shown);
});

test.each([
  ['CONFIRM_SIGN_UP', 'UserNotConfirmedException', 'toConfirm'],
  ['RESET_PASSWORD', 'PasswordResetRequiredException', 'toReset'],
])(
  '[AUTH-4, ACCOUNT-6] %s or %s leads on with the email, after a password or a passkey',
  async (step, failure, tag) => {
    for (const method of ['signIn', 'signInByPasskey'] as const)
      for (const end of ['step', 'failure']) {
        const parts = start();
        if (method === 'signIn') parts.submit();
        else parts.usePasskey();
        if (end === 'step') parts[method].succeed(step);
        else parts[method].fail(failure);
        await parts.reaches(tag);
        expect(parts.context().email).toBe(ada.email);
      }
  },
);

test.each(['signIn', 'signInByPasskey'] as const)(
  '[AUTH-5] any other step of %s is unexpected, and is cleared after three minutes',
  async (method) => {
    const { clock, submit, usePasskey, has, context, reaches, ...actors } = start();
    if (method === 'signIn') submit();
    else usePasskey();
    actors[method].succeed('CONFIRM_SIGN_IN_WITH_TOTP_CODE');
    await reaches('failed');
    expect(context().error).toBe('Unexpected signIn step');
    clock.increment(179_999);
    expect(has('failed')).toBe(true);
    clock.increment(1);
    expect([has('failed'), context().error]).toEqual([false, '']);
  },
);

test('[ACCOUNT-6] a passkey signs in without a password, and requires an email', async () => {
  const { clock, signInByPasskey, openSession, usePasskey, has, reaches, context } = start();
  usePasskey(' ');
  expect(signInByPasskey.calls).toEqual([]);
  expect(context().error).toBe('username is required to signIn');
  clock.increment(300);
  usePasskey(' ada@example.com ');
  expect(has('passkey')).toBe(true);
  expect(signInByPasskey.calls).toEqual([{ email: ada.email }]);
  signInByPasskey.succeed('DONE');
  await expect.poll(() => openSession.calls.length).toBe(1);
  openSession.succeed(true);
  await reaches('done');
});

const NO_PASSKEY = 'There is no passkey for this account on this device. Sign in with your password.';

test.each([
  ['PasskeyAuthenticationCanceled', 'The passkey was not used. Try again, or sign in with your password.'],
  ['NotAuthorizedException', NO_PASSKEY],
  ['NetworkError', 'A network error has occurred.'],
  ['CONTINUE_SIGN_IN_WITH_FIRST_FACTOR_SELECTION', NO_PASSKEY],
])('[ACCOUNT-6] %s shows a message, and the password still works', async (name, shown) => {
  const { clock, signIn, signInByPasskey, submit, usePasskey, reaches, context } = start();
  usePasskey();
  if (name.includes('_')) signInByPasskey.succeed(name);
  else signInByPasskey.fail(name, 'A network error has occurred.');
  await reaches('failed');
  expect(context().error).toBe(shown);
  usePasskey();
  expect(signInByPasskey.calls).toHaveLength(1);
  clock.increment(300);
  submit();
  expect(signIn.calls).toHaveLength(1);
});
