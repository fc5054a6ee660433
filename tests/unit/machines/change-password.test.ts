import { expect, test } from 'vitest';
import { createActor } from 'xstate';
import type { PasswordChange } from '../../../client/src/machines/account.ts';
import { changePasswordMachine } from '../../../client/src/machines/change-password.machine.ts';
import { createManualActor, SimulatedClock, waitForTag } from './manual-actor.ts';

const fields = { current: 'analytical', password: 'lemoncake9', passwordAgain: 'lemoncake9' };

function start() {
  const clock = new SimulatedClock();
  const change = createManualActor<unknown, PasswordChange>();
  const machine = changePasswordMachine.provide({ actors: { changePassword: change.logic } });
  const actor = createActor(machine, { clock }).start();
  const submit = (other: Partial<typeof fields> = {}) => actor.send({ type: 'SUBMIT', ...fields, ...other });
  return { actor, clock, change, submit };
}

test('[SETTINGS-1] the new password is sent with the old one, and the success stays until the next edit', async () => {
  const { actor, change, submit } = start();
  submit();
  expect(change.calls).toEqual([{ current: 'analytical', password: 'lemoncake9' }]);
  change.succeed(null);
  await waitForTag(actor, 'changed');
  actor.send({ type: 'EDIT' });
  expect(actor.getSnapshot().hasTag('changed')).toBe(false);
});

test.each([
  [{ current: '' }, 'Enter your current password'],
  [{ password: '', passwordAgain: '' }, 'Enter a new password'],
  [{ passwordAgain: 'lemoncake8' }, 'Passwords do not match'],
  [{ current: '', password: '' }, 'Enter your current password,Enter a new password'],
  [
    { password: 'lemon', passwordAgain: 'lemon' },
    'Password did not conform with policy: Password not long enough',
  ],
])('[SETTINGS-1] %j is not sent, and a correction is enough', (other, message) => {
  const { actor, change, submit } = start();
  submit(other);
  expect(actor.getSnapshot().context.errors.join()).toBe(message);
  expect(change.calls).toEqual([]);
  actor.send({ type: 'EDIT' });
  expect(actor.getSnapshot().context.errors.join()).toBe('');
  submit();
  expect(change.calls).toHaveLength(1);
});

test('[SETTINGS-1] the message of the service is shown, and a repeated press sends nothing', async () => {
  const { actor, clock, change, submit } = start();
  submit();
  submit();
  change.fail('NotAuthorizedException', 'Incorrect username or password.');
  expect((await waitForTag(actor, 'failed')).context.errors.join()).toBe('Incorrect username or password.');
  submit();
  expect(change.calls).toHaveLength(1);
  clock.increment(300);
  submit();
  expect(change.calls).toHaveLength(2);
  change.failWith('boom');
  expect((await waitForTag(actor, 'failed')).context.errors.join()).toBe('An unknown error has occurred.');
});

test('[SETTINGS-1] no context ever holds a password', async () => {
  const { actor, change, submit } = start();
  const seen: string[] = [];
  actor.subscribe(({ context }) => seen.push(JSON.stringify(context)));
  submit();
  change.fail('LimitExceededException', 'Attempt limit exceeded');
  await waitForTag(actor, 'failed');
  expect(seen.join()).not.toMatch(/analytical|lemoncake/);
});
