import { expect, test } from 'vitest';
import { confirmMachine } from '../../../../client/src/account/sign-in/confirm.machine.ts';
import { startMachine } from '../start-machine.ts';

const right = { email: 'ada@example.com', code: '402918' };
const LIMIT = 'Attempt limit exceeded, please try after some time.';

function start() {
  const parts = startMachine(confirmMachine, ['confirm', 'resend', 'autoSignIn'], {
    input: (clock) => ({ now: () => clock.now() }),
  });
  const requestCode = (email = right.email) => parts.send({ type: 'RESEND', email });
  return { ...parts, requestCode, errors: () => parts.context().errors.join() };
}

async function confirmed() {
  const parts = start();
  parts.send({ type: 'CONFIRM', ...right });
  parts.confirm.succeed();
  await expect.poll(() => parts.autoSignIn.calls.length).toBe(1);
  return parts;
}

test('[AUTH-10] a confirmed email signs in automatically and goes home, also if the sign-in fails', async () => {
  const signedIn = await confirmed();
  expect(signedIn.confirm.calls).toEqual([right]);
  signedIn.autoSignIn.succeed('DONE');
  await signedIn.reaches('done');
  const failed = await confirmed();
  failed.autoSignIn.fail('AutoSignInException', 'The autoSignIn flow has not started');
  await failed.reaches('done');
});

test('the automatic sign-in is polled every 5 s, and abandoned after three minutes', async () => {
  const { has, value, clock, autoSignIn } = await confirmed();
  const pauses = () => expect.poll(() => JSON.stringify(value())).toContain('pausing');
  autoSignIn.succeed('CONFIRM_SIGN_UP');
  await pauses();
  clock.increment(4999);
  expect(autoSignIn.calls).toHaveLength(1);
  clock.increment(1);
  expect(autoSignIn.calls).toHaveLength(2);
  autoSignIn.fail('UserNotConfirmedException');
  await pauses();
  clock.increment(5000);
  expect(autoSignIn.calls).toHaveLength(3);
  clock.increment(169_999);
  expect(has('done')).toBe(false);
  clock.increment(1);
  expect(has('done')).toBe(true);
});

test.each([
  [{ email: ' ', code: '1' }, 'Enter your email'],
  [{ email: 'ada@example.com', code: '' }, 'Enter the code from the email'],
  [{ email: '', code: '' }, 'Enter your email,Enter the code from the email'],
])('[AUTH-2, ACCOUNT-2] a blank email or code is not sent, and each is named: %o', (fields, message) => {
  const { send, confirm, errors } = start();
  send({ type: 'CONFIRM', ...fields });
  expect(confirm.calls).toEqual([]);
  expect(errors()).toBe(message);
});

test('[AUTH-13] a new code is sent, announced, and not available again for a minute', async () => {
  const { has, context, clock, resend, requestCode, reaches } = start();
  requestCode();
  expect(has('resending')).toBe(true);
  resend.succeed();
  await reaches('sent');
  expect(context().resendAt).toBe(60_000);
  clock.increment(59_999);
  requestCode();
  expect(resend.calls).toHaveLength(1);
  clock.increment(1);
  expect([has('waiting'), has('sent')]).toEqual([false, true]);
  requestCode();
  expect(resend.calls).toHaveLength(2);
});

test('[AUTH-13] a code that cannot be sent shows the reason until the next edit, and can be requested again', async () => {
  const { send, resend, requestCode, errors } = start();
  requestCode(' ');
  expect(errors()).toBe('Enter your email');
  for (const count of [1, 2]) {
    requestCode();
    expect(resend.calls).toHaveLength(count);
    resend.fail('LimitExceededException', LIMIT);
    await expect.poll(errors).toBe(LIMIT);
  }
  send({ type: 'EDIT' });
  expect(errors()).toBe('');
});

test('[AUTH-13] requesting a code does not disturb a running confirmation', async () => {
  const { send, has, confirm, resend, requestCode, reaches } = start();
  requestCode();
  send({ type: 'CONFIRM', ...right });
  resend.succeed();
  await reaches('sent');
  expect(has('busy')).toBe(true);
  expect(confirm.calls).toEqual([right]);
});
