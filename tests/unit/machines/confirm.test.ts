import { expect, test } from 'vitest';
import { createActor } from 'xstate';
import { confirmMachine, type Confirmation } from '../../../client/src/machines/confirm.machine.ts';
import { createManualActor, SimulatedClock, waitForTag } from './manual-actor.ts';

const right = { email: 'ada@example.com', code: '402918' };

function start() {
  const clock = new SimulatedClock();
  const confirm = createManualActor<unknown, Confirmation>();
  const resend = createManualActor<unknown, { email: string }>();
  const autoSignIn = createManualActor<string, unknown>();
  const actors = { confirm: confirm.logic, resend: resend.logic, autoSignIn: autoSignIn.logic };
  const actor = createActor(confirmMachine.provide({ actors }), {
    clock,
    input: { now: () => clock.now() },
  }).start();
  return { actor, clock, confirm, resend, autoSignIn };
}

async function confirmed() {
  const parts = start();
  parts.actor.send({ type: 'CONFIRM', ...right });
  parts.confirm.succeed(null);
  await expect.poll(() => parts.autoSignIn.calls.length).toBe(1);
  return parts;
}

test('[AUTH-10] a confirmed email signs in automatically and goes home', async () => {
  const { actor, confirm, autoSignIn } = await confirmed();
  expect(confirm.calls).toEqual([right]);
  autoSignIn.succeed('DONE');
  await waitForTag(actor, 'done');
});

test('[AUTH-10] a failed automatic sign-in goes home all the same', async () => {
  const { actor, autoSignIn } = await confirmed();
  autoSignIn.fail('AutoSignInException', 'The autoSignIn flow has not started');
  await waitForTag(actor, 'done');
});

test('[AUTH-11] the automatic sign-in is polled every 5 s', async () => {
  const { actor, clock, autoSignIn } = await confirmed();
  autoSignIn.succeed('CONFIRM_SIGN_UP');
  await expect.poll(() => JSON.stringify(actor.getSnapshot().value)).toContain('pausing');
  clock.increment(4999);
  expect(autoSignIn.calls).toHaveLength(1);
  clock.increment(1);
  expect(autoSignIn.calls).toHaveLength(2);
  autoSignIn.fail('UserNotConfirmedException');
  await expect.poll(() => JSON.stringify(actor.getSnapshot().value)).toContain('pausing');
  clock.increment(5000);
  expect(autoSignIn.calls).toHaveLength(3);
});

test('[AUTH-11] the automatic sign-in is abandoned after three minutes', async () => {
  const { actor, clock } = await confirmed();
  clock.increment(179_999);
  expect(actor.getSnapshot().hasTag('done')).toBe(false);
  clock.increment(1);
  expect(actor.getSnapshot().hasTag('done')).toBe(true);
});

test.each([
  [{ email: ' ', code: '1' }, 'Enter your email'],
  [{ email: 'ada@example.com', code: '' }, 'Enter the code from the email'],
  [{ email: '', code: '' }, 'Enter your email,Enter the code from the email'],
])('[AUTH-2, ACCOUNT-18] a blank email or code is not sent, and each is named: %o', (fields, message) => {
  const { actor, confirm } = start();
  actor.send({ type: 'CONFIRM', ...fields });
  expect(confirm.calls).toEqual([]);
  expect(actor.getSnapshot().context.errors.join()).toBe(message);
});

test('[AUTH-12] a wrong code shows the message of the service', async () => {
  const { actor, clock, confirm } = start();
  actor.send({ type: 'CONFIRM', ...right });
  confirm.fail('CodeMismatchException', 'Invalid verification code provided, please try again.');
  const { context } = await waitForTag(actor, 'failed');
  expect(context.errors.join()).toBe('Invalid verification code provided, please try again.');
  actor.send({ type: 'CONFIRM', ...right });
  expect(confirm.calls).toHaveLength(1);
  clock.increment(300);
  actor.send({ type: 'CONFIRM', ...right });
  expect(confirm.calls).toHaveLength(2);
});

test('[AUTH-12] a failure without a message shows a default one', async () => {
  const { actor, confirm } = start();
  actor.send({ type: 'CONFIRM', ...right });
  confirm.fail('Error');
  expect((await waitForTag(actor, 'failed')).context.errors.join()).toBe('An unknown error has occurred.');
});

test('[AUTH-13] a new code is sent, announced, and not available again for a minute', async () => {
  const { actor, clock, resend } = start();
  actor.send({ type: 'RESEND', email: right.email });
  expect(actor.getSnapshot().hasTag('resending')).toBe(true);
  resend.succeed(null);
  await waitForTag(actor, 'sent');
  expect(actor.getSnapshot().context.resendAt).toBe(60_000);
  clock.increment(59_999);
  actor.send({ type: 'RESEND', email: right.email });
  expect(resend.calls).toHaveLength(1);
  clock.increment(1);
  expect(actor.getSnapshot().hasTag('waiting')).toBe(false);
  expect(actor.getSnapshot().hasTag('sent')).toBe(true);
  actor.send({ type: 'RESEND', email: right.email });
  expect(resend.calls).toHaveLength(2);
});

test('[AUTH-13] a code that cannot be sent shows the reason until the next edit, and can be requested again', async () => {
  const { actor, resend } = start();
  actor.send({ type: 'RESEND', email: ' ' });
  expect(actor.getSnapshot().context.errors.join()).toBe('Enter your email');
  actor.send({ type: 'RESEND', email: right.email });
  resend.fail('LimitExceededException', 'Attempt limit exceeded, please try after some time.');
  await expect
    .poll(() => actor.getSnapshot().context.errors.join())
    .toBe('Attempt limit exceeded, please try after some time.');
  actor.send({ type: 'RESEND', email: right.email });
  expect(resend.calls).toHaveLength(2);
  resend.fail('LimitExceededException', 'Attempt limit exceeded, please try after some time.');
  await expect.poll(() => actor.getSnapshot().context.errors.join()).not.toBe('');
  actor.send({ type: 'EDIT' });
  expect(actor.getSnapshot().context.errors.join()).toBe('');
});

test('[AUTH-13] requesting a code does not disturb a running confirmation', async () => {
  const { actor, confirm, resend } = start();
  actor.send({ type: 'RESEND', email: right.email });
  actor.send({ type: 'CONFIRM', ...right });
  resend.succeed(null);
  await waitForTag(actor, 'sent');
  expect(actor.getSnapshot().hasTag('busy')).toBe(true);
  expect(confirm.calls).toEqual([right]);
});
