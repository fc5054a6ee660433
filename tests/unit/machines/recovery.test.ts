import { expect, test } from 'vitest';
import { createActor } from 'xstate';
import { recoveryMachine, type Reset } from '../../../client/src/machines/recovery.machine.ts';
import { createPageClock } from '../../../client/src/clock/page-clock.ts';
import { createManualActor, SimulatedClock, waitForTag } from './manual-actor.ts';
import { createTestRuntime } from '../../support/create-test-runtime.ts';

const email = 'ada@example.com';
const reset = { code: '771204', password: 'lemoncake9', passwordAgain: 'lemoncake9' };

function start(sentTo = '') {
  const clock = new SimulatedClock();
  const sendCode = createManualActor<string, { email: string }>();
  const setPassword = createManualActor<unknown, Reset>();
  const machine = recoveryMachine.provide({
    actors: { sendCode: sendCode.logic, reset: setPassword.logic },
  });
  const actor = createActor(machine, { clock, input: { sentTo, now: () => clock.now() } }).start();
  return { actor, clock, sendCode, setPassword };
}

async function atTheCode() {
  const parts = start();
  parts.actor.send({ type: 'SEND', email: ` ${email} ` });
  parts.sendCode.succeed('CONFIRM_RESET_PASSWORD_WITH_CODE');
  await waitForTag(parts.actor, 'confirmCode');
  return parts;
}

test('[AUTH-14] email, then code and password, then success', async () => {
  const { actor, sendCode, setPassword } = await atTheCode();
  expect(sendCode.calls).toEqual([{ email }]);
  actor.send({ type: 'RESET', ...reset });
  expect(setPassword.calls).toEqual([{ email, code: reset.code, password: reset.password }]);
  setPassword.succeed(null);
  await waitForTag(actor, 'success');
});

test('[AUTH-14] a service that requires no code leads straight to success', async () => {
  const { actor, sendCode } = start();
  actor.send({ type: 'SEND', email });
  sendCode.succeed('DONE');
  await waitForTag(actor, 'success');
});

test('[AUTH-15] passwords that differ are not sent, and a correction is enough', async () => {
  const { actor, setPassword } = await atTheCode();
  actor.send({ type: 'RESET', ...reset, passwordAgain: 'lemoncake8' });
  expect(actor.getSnapshot().hasTag('failed')).toBe(true);
  expect(actor.getSnapshot().context.errors.join()).toBe('Passwords do not match');
  expect(setPassword.calls).toEqual([]);
  actor.send({ type: 'RESET', ...reset });
  expect(setPassword.calls).toHaveLength(1);
});

test('[AUTH-12] the message of the service is shown at either step', async () => {
  const recovery = start();
  recovery.actor.send({ type: 'SEND', email });
  recovery.sendCode.fail('LimitExceededException', 'Attempt limit exceeded');
  expect((await waitForTag(recovery.actor, 'failed')).context.errors.join()).toBe('Attempt limit exceeded');
  expect(recovery.actor.getSnapshot().hasTag('sendCode')).toBe(true);

  const setting = await atTheCode();
  setting.actor.send({ type: 'RESET', ...reset });
  setting.setPassword.fail('CodeMismatchException', 'Invalid verification code provided');
  expect((await waitForTag(setting.actor, 'failed')).context.errors.join()).toBe(
    'Invalid verification code provided',
  );
  expect(setting.actor.getSnapshot().hasTag('confirmCode')).toBe(true);
});

test('[AUTH-6] the same press again within 300 ms is no second call at either step', async () => {
  const recovery = start();
  recovery.actor.send({ type: 'SEND', email });
  recovery.sendCode.fail('NetworkError', 'A network error has occurred.');
  await waitForTag(recovery.actor, 'failed');
  recovery.actor.send({ type: 'SEND', email });
  expect(recovery.sendCode.calls).toHaveLength(1);
  recovery.clock.increment(300);
  recovery.actor.send({ type: 'SEND', email });
  expect(recovery.sendCode.calls).toHaveLength(2);

  const setting = await atTheCode();
  setting.actor.send({ type: 'RESET', ...reset });
  setting.actor.send({ type: 'RESET', ...reset });
  expect(setting.setPassword.calls).toHaveLength(1);
  setting.setPassword.fail('ExpiredCodeException', 'Expired');
  await waitForTag(setting.actor, 'failed');
  setting.actor.send({ type: 'RESET', ...reset });
  expect(setting.setPassword.calls).toHaveLength(1);
  setting.actor.send({ type: 'EDIT' });
  setting.actor.send({ type: 'RESET', ...reset });
  expect(setting.setPassword.calls).toHaveLength(2);
});

test('[ACCOUNT-15] after a code was sent it starts at the code step, and another code can be requested', async () => {
  const { actor, sendCode, setPassword } = start(email);
  expect(actor.getSnapshot().hasTag('confirmCode')).toBe(true);
  expect(actor.getSnapshot().hasTag('waiting')).toBe(false);
  actor.send({ type: 'RESEND' });
  expect(sendCode.calls).toEqual([{ email }]);
  actor.send({ type: 'RESET', ...reset });
  expect(setPassword.calls).toEqual([{ email, code: reset.code, password: reset.password }]);
  setPassword.succeed(null);
  await waitForTag(actor, 'success');
});

test('[AUTH-7] no context ever holds a password or code', async () => {
  const { actor, setPassword } = await atTheCode();
  actor.send({ type: 'RESET', ...reset });
  setPassword.fail('CodeMismatchException', 'no');
  const { context } = await waitForTag(actor, 'failed');
  expect(JSON.stringify(context)).not.toMatch(/lemoncake|771204/);
});

test('[AUTH-2, ACCOUNT-18] a blank email, code or password is not sent, and each is named', async () => {
  const recovery = start();
  recovery.actor.send({ type: 'SEND', email: ' ' });
  expect(recovery.actor.getSnapshot().context.errors.join()).toBe('Enter your email');
  expect(recovery.sendCode.calls).toEqual([]);
  const { actor, setPassword } = await atTheCode();
  actor.send({ type: 'RESET', ...reset, code: '' });
  const error = () => actor.getSnapshot().context.errors.join();
  expect(error()).toBe('Enter the code from the email');
  actor.send({ type: 'RESET', ...reset, password: '', passwordAgain: '' });
  expect(error()).toBe('Enter a new password');
  actor.send({ type: 'RESET', code: '', password: 'one', passwordAgain: 'other' });
  expect(actor.getSnapshot().context.errors).toEqual([
    'Enter the code from the email',
    'Passwords do not match',
  ]);
  expect(setPassword.calls).toEqual([]);
});

test('[ACCOUNT-7] another code can be requested after a minute, and is announced', async () => {
  const { actor, clock, sendCode } = await atTheCode();
  actor.send({ type: 'RESEND' });
  clock.increment(59_999);
  actor.send({ type: 'RESEND' });
  expect(sendCode.calls).toHaveLength(1);
  clock.increment(1);
  expect(actor.getSnapshot().hasTag('waiting')).toBe(false);
  actor.send({ type: 'RESEND' });
  expect(actor.getSnapshot().hasTag('resending')).toBe(true);
  expect(sendCode.calls).toEqual([{ email }, { email }]);
  sendCode.succeed('CONFIRM_RESET_PASSWORD_WITH_CODE');
  const { context } = await waitForTag(actor, 'waiting');
  expect(context).toMatchObject({ resent: true, resendAt: 120_000 });
});

test('[ACCOUNT-7] a code that cannot be sent shows the reason, disturbs no reset, and can be requested again', async () => {
  const { actor, clock, sendCode, setPassword } = await atTheCode();
  clock.increment(60_000);
  actor.send({ type: 'RESEND' });
  sendCode.fail('LimitExceededException', 'Attempt limit exceeded, please try after some time.');
  await expect.poll(() => actor.getSnapshot().context.errors.join()).toContain('Attempt limit exceeded');
  expect(actor.getSnapshot().context.resent).toBe(false);
  actor.send({ type: 'RESEND' });
  actor.send({ type: 'RESET', ...reset });
  expect(sendCode.calls).toHaveLength(3);
  expect(setPassword.calls).toHaveLength(1);
});

test('[AUTH-17] the wait for another code goes on while the page is suspended', async () => {
  const runtime = createTestRuntime();
  let time = 1_000_000;
  const { now, timers } = createPageClock(() => time, runtime);
  const sendCode = createManualActor<string, { email: string }>();
  const machine = recoveryMachine.provide({ actors: { sendCode: sendCode.logic } });
  const actor = createActor(machine, { clock: timers, input: { sentTo: '', now } }).start();
  actor.send({ type: 'SEND', email });
  sendCode.succeed('CONFIRM_RESET_PASSWORD_WITH_CODE');
  await waitForTag(actor, 'waiting');
  expect(actor.getSnapshot().context.resendAt).toBe(time + 60_000);
  // No timer runs meanwhile.
  time += 60_000;
  runtime.changePage('visibilitychange');
  expect(actor.getSnapshot().hasTag('waiting')).toBe(false);
  actor.stop();
});
