import { expect, test } from 'vitest';
import { createPageClock } from '../../../../client/src/base/clock/clock-react.tsx';
import { recoveryMachine } from '../../../../client/src/account/sign-in/recovery.machine.ts';
import { createTestRuntime } from '../../../support/create-test-runtime.ts';
import { startMachine } from '../start-machine.ts';

const email = 'ada@example.com';
const fields = { code: '771204', password: 'lemoncake9', passwordAgain: 'lemoncake9' };
const sent = { email, code: fields.code, password: fields.password };

function start(sentTo = '') {
  const parts = startMachine(recoveryMachine, ['sendCode', 'reset'], {
    input: (clock) => ({ sentTo, now: () => clock.now() }),
  });
  const submit = (other: Partial<typeof fields> = {}) => parts.send({ type: 'RESET', ...fields, ...other });
  return { ...parts, submit, errors: () => parts.context().errors.join() };
}

async function atTheCode() {
  const parts = start();
  parts.send({ type: 'SEND', email: ` ${email} ` });
  parts.sendCode.succeed('CONFIRM_RESET_PASSWORD_WITH_CODE');
  await parts.reaches('confirmCode');
  return parts;
}

test('[AUTH-14] email, then code and password, then success; a service that requires no code leads straight there', async () => {
  const { sendCode, reset, submit, reaches } = await atTheCode();
  expect(sendCode.calls).toEqual([{ email }]);
  submit();
  expect(reset.calls).toEqual([sent]);
  reset.succeed();
  await reaches('success');
  const codeless = start();
  codeless.send({ type: 'SEND', email });
  codeless.sendCode.succeed('DONE');
  await codeless.reaches('success');
});

test('passwords that differ are not sent, and a correction is enough', async () => {
  const { reset, submit, has, errors } = await atTheCode();
  submit({ passwordAgain: 'lemoncake8' });
  expect([has('failed'), errors()]).toEqual([true, 'Passwords do not match']);
  expect(reset.calls).toEqual([]);
  submit();
  expect(reset.calls).toHaveLength(1);
});

test('[ACCOUNT-15] after a code was sent it starts at the code step, and another code can be requested', async () => {
  const { send, has, sendCode, reset, submit, reaches } = start(email);
  expect([has('confirmCode'), has('waiting')]).toEqual([true, false]);
  send({ type: 'RESEND' });
  expect(sendCode.calls).toEqual([{ email }]);
  submit();
  expect(reset.calls).toEqual([sent]);
  reset.succeed();
  await reaches('success');
});

test('[AUTH-2, ACCOUNT-2] a blank email, code or password is not sent, and each is named', async () => {
  const first = start();
  first.send({ type: 'SEND', email: ' ' });
  expect(first.errors()).toBe('Enter your email');
  first.send({ type: 'SEND', email: 'ada@example' });
  expect(first.errors()).toBe('Enter an email address such as name@example.com');
  expect(first.sendCode.calls).toEqual([]);
  const { submit, reset, errors } = await atTheCode();
  submit({ code: '' });
  expect(errors()).toBe('Enter the code from the email');
  submit({ password: '', passwordAgain: '' });
  expect(errors()).toBe('Enter a new password,Enter the new password again');
  submit({ code: '', password: 'one', passwordAgain: 'other' });
  expect(errors()).toBe(
    'Enter the code from the email,Enter a password of at least 8 characters,Passwords do not match',
  );
  expect(reset.calls).toEqual([]);
});

test('[AUTH-13] another code can be requested after a minute, and is announced', async () => {
  const { send, has, context, clock, sendCode, reaches } = await atTheCode();
  send({ type: 'RESEND' });
  clock.increment(59_999);
  send({ type: 'RESEND' });
  expect(sendCode.calls).toHaveLength(1);
  clock.increment(1);
  expect(has('waiting')).toBe(false);
  send({ type: 'RESEND' });
  expect(has('resending')).toBe(true);
  expect(sendCode.calls).toEqual([{ email }, { email }]);
  sendCode.succeed('CONFIRM_RESET_PASSWORD_WITH_CODE');
  await reaches('waiting');
  expect(context()).toMatchObject({ resent: true, resendAt: 120_000 });
});

test('[AUTH-13] a code that cannot be sent shows the reason, disturbs no reset, and can be requested again', async () => {
  const { send, context, clock, sendCode, reset, submit, errors } = await atTheCode();
  clock.increment(60_000);
  send({ type: 'RESEND' });
  sendCode.fail('LimitExceededException', 'Attempt limit exceeded, please try after some time.');
  await expect.poll(errors).toContain('Attempt limit exceeded');
  expect(context().resent).toBe(false);
  send({ type: 'RESEND' });
  submit();
  expect([sendCode.calls.length, reset.calls.length]).toEqual([3, 1]);
});

test('[AUTH-13] the wait for another code goes on while the page is suspended', async () => {
  const runtime = createTestRuntime();
  let time = 1_000_000;
  const { now, timers } = createPageClock(() => time, runtime);
  const page = startMachine(recoveryMachine, ['sendCode'], { timers, input: () => ({ sentTo: '', now }) });
  page.send({ type: 'SEND', email });
  page.sendCode.succeed('CONFIRM_RESET_PASSWORD_WITH_CODE');
  await page.reaches('waiting');
  expect(page.context().resendAt).toBe(time + 60_000);
  // No timer runs meanwhile.
  time += 60_000;
  runtime.changePage('visibilitychange');
  expect(page.has('waiting')).toBe(false);
  page.actor.stop();
});
