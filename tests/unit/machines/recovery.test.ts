import { expect, test } from 'vitest';
import { createActor } from 'xstate';
import { recoveryMachine, type Reset } from '../../../client/src/machines/recovery.machine.ts';
import { manualWork, SimulatedClock, tagged } from './support.ts';

const email = 'ada@example.com';
const reset = { code: '771204', password: 'lemoncake9', passwordAgain: 'lemoncake9' };

function start() {
  const clock = new SimulatedClock();
  const sendCode = manualWork<string, { email: string }>();
  const setPassword = manualWork<unknown, Reset>();
  const machine = recoveryMachine.provide({
    actors: { sendCode: sendCode.logic, reset: setPassword.logic },
  });
  const actor = createActor(machine, { clock }).start();
  return { actor, clock, sendCode, setPassword };
}

async function atTheCode() {
  const parts = start();
  parts.actor.send({ type: 'SEND', email: ` ${email} ` });
  parts.sendCode.succeed('CONFIRM_RESET_PASSWORD_WITH_CODE');
  await tagged(parts.actor, 'confirmCode');
  return parts;
}

test('[AUTH-14] email, then code and password, then success', async () => {
  const { actor, sendCode, setPassword } = await atTheCode();
  expect(sendCode.calls).toEqual([{ email }]);
  actor.send({ type: 'RESET', ...reset });
  expect(setPassword.calls).toEqual([{ email, code: reset.code, password: reset.password }]);
  setPassword.succeed(null);
  await tagged(actor, 'success');
});

test('[AUTH-14] a service that asks for no code leads straight to success', async () => {
  const { actor, sendCode } = start();
  actor.send({ type: 'SEND', email });
  sendCode.succeed('DONE');
  await tagged(actor, 'success');
});

test('[AUTH-15] passwords that differ are not sent, and mending them is enough', async () => {
  const { actor, setPassword } = await atTheCode();
  actor.send({ type: 'RESET', ...reset, passwordAgain: 'lemoncake8' });
  expect(actor.getSnapshot().hasTag('failed')).toBe(true);
  expect(actor.getSnapshot().context.error).toBe('Passwords do not match');
  expect(setPassword.calls).toEqual([]);
  actor.send({ type: 'RESET', ...reset });
  expect(setPassword.calls).toHaveLength(1);
});

test('[AUTH-12] the message of the service is shown at either step', async () => {
  const asking = start();
  asking.actor.send({ type: 'SEND', email });
  asking.sendCode.fail('LimitExceededException', 'Attempt limit exceeded');
  expect((await tagged(asking.actor, 'failed')).context.error).toBe('Attempt limit exceeded');
  expect(asking.actor.getSnapshot().hasTag('sendCode')).toBe(true);

  const setting = await atTheCode();
  setting.actor.send({ type: 'RESET', ...reset });
  setting.setPassword.fail('CodeMismatchException', 'Invalid verification code provided');
  expect((await tagged(setting.actor, 'failed')).context.error).toBe('Invalid verification code provided');
  expect(setting.actor.getSnapshot().hasTag('confirmCode')).toBe(true);
});

test('[AUTH-6] the same press again within 300 ms is no second call at either step', async () => {
  const asking = start();
  asking.actor.send({ type: 'SEND', email });
  asking.sendCode.fail('NetworkError', 'A network error has occurred.');
  await tagged(asking.actor, 'failed');
  asking.actor.send({ type: 'SEND', email });
  expect(asking.sendCode.calls).toHaveLength(1);
  asking.clock.increment(300);
  asking.actor.send({ type: 'SEND', email });
  expect(asking.sendCode.calls).toHaveLength(2);

  const setting = await atTheCode();
  setting.actor.send({ type: 'RESET', ...reset });
  setting.actor.send({ type: 'RESET', ...reset });
  expect(setting.setPassword.calls).toHaveLength(1);
  setting.setPassword.fail('ExpiredCodeException', 'Expired');
  await tagged(setting.actor, 'failed');
  setting.actor.send({ type: 'RESET', ...reset });
  expect(setting.setPassword.calls).toHaveLength(1);
  setting.actor.send({ type: 'EDIT' });
  setting.actor.send({ type: 'RESET', ...reset });
  expect(setting.setPassword.calls).toHaveLength(2);
});

test('[AUTH-7] no context ever holds a password or code', async () => {
  const { actor, setPassword } = await atTheCode();
  actor.send({ type: 'RESET', ...reset });
  setPassword.fail('CodeMismatchException', 'no');
  const { context } = await tagged(actor, 'failed');
  expect(JSON.stringify(context)).not.toMatch(/lemoncake|771204/);
});
