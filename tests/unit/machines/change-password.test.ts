import { expect, test } from 'vitest';
import { changePasswordMachine } from '../../../client/src/machines/change-password.machine.ts';
import { startMachine } from './start-machine.ts';

const fields = { current: 'analytical', password: 'lemoncake9', passwordAgain: 'lemoncake9' };

function start() {
  const parts = startMachine(changePasswordMachine, ['changePassword']);
  const submit = (other: Partial<typeof fields> = {}) => parts.send({ type: 'SUBMIT', ...fields, ...other });
  return { ...parts, submit, errors: () => parts.context().errors.join() };
}

test('[SETTINGS-1] the new password is sent with the old one, and the success stays until the next edit', async () => {
  const { send, has, changePassword, submit, reaches } = start();
  submit();
  expect(changePassword.calls).toEqual([{ current: 'analytical', password: 'lemoncake9' }]);
  changePassword.succeed();
  await reaches('changed');
  send({ type: 'EDIT' });
  expect(has('changed')).toBe(false);
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
  const { send, changePassword, submit, errors } = start();
  submit(other);
  expect(errors()).toBe(message);
  expect(changePassword.calls).toEqual([]);
  send({ type: 'EDIT' });
  expect(errors()).toBe('');
  submit();
  expect(changePassword.calls).toHaveLength(1);
});
