import { expect, test } from 'vitest';
import { ApiError } from '../../../client/src/api/api-error.ts';
import { chooseHandleMachine } from '../../../client/src/machines/choose-handle.machine.ts';
import { startMachine } from './start-machine.ts';

function start() {
  const parts = startMachine(chooseHandleMachine, ['save'], { input: () => ({ taken: 'ada' }) });
  const press = (handle = 'ada2') => parts.send({ type: 'SAVE', handle });
  return { ...parts, press, errors: () => parts.context().errors };
}

test('[ACCOUNT-8] it shows what is wrong with the old username, and accepts another', async () => {
  const { save, press, errors, reaches } = start();
  expect(errors()).toEqual(['@ada is taken here, choose another username']);
  press('');
  expect(save.calls).toEqual([]);
  press();
  expect(save.calls).toEqual([{ handle: 'ada2' }]);
  expect(errors()).toEqual([]);
  save.succeed();
  await reaches('done');
});

test.each([
  [new ApiError(409, ['handle_taken']), 'handle_taken'],
  [{ name: 'AliasExistsException', message: 'no' }, 'This username is taken, choose another one'],
])('[ACCOUNT-8] a refusal is shown until the next one is sent: %o', async (failure, shown) => {
  const { clock, save, press, errors } = start();
  press();
  save.failWith(failure);
  await expect.poll(errors).toEqual([shown]);
  clock.increment(300);
  expect(errors()).toEqual([shown]);
  press('ada3');
  expect(save.calls).toHaveLength(2);
});
