import { expect, test } from 'vitest';
import { createActor } from 'xstate';
import { ApiError } from '../../../client/src/api/api-error.ts';
import { chooseHandleMachine } from '../../../client/src/machines/choose-handle.machine.ts';
import { createManualActor, SimulatedClock, waitForTag } from './manual-actor.ts';

function start() {
  const clock = new SimulatedClock();
  const save = createManualActor<unknown, { handle: string }>();
  const machine = chooseHandleMachine.provide({ actors: { save: save.logic } });
  const actor = createActor(machine, { clock, input: { taken: 'ada' } }).start();
  const press = (handle = 'ada2') => actor.send({ type: 'SAVE', handle });
  return { actor, clock, save, press, errors: () => actor.getSnapshot().context.errors };
}

test('[ACCOUNT-8] it shows what is wrong with the old username, and accepts another', async () => {
  const { actor, save, press, errors } = start();
  expect(errors()).toEqual(['@ada is taken here, choose another username']);
  press('');
  expect(save.calls).toEqual([]);
  press();
  press();
  expect(save.calls).toEqual([{ handle: 'ada2' }]);
  expect(errors()).toEqual([]);
  save.succeed(null);
  await waitForTag(actor, 'done');
});

test.each([
  [new ApiError(409, ['handle_taken']), 'handle_taken'],
  [{ name: 'AliasExistsException', message: 'no' }, 'This username is taken, choose another one'],
  [{ name: 'LimitExceededException', message: 'Attempt limit exceeded' }, 'Attempt limit exceeded'],
  ['boom', 'An unknown error has occurred.'],
])('[ACCOUNT-8] a refusal is shown, and a correction is enough: %o', async (failure, shown) => {
  const { actor, clock, save, press, errors } = start();
  press();
  save.failWith(failure);
  await expect.poll(errors).toEqual([shown]);
  press();
  expect(save.calls).toHaveLength(1);
  clock.increment(300);
  expect(errors()).toEqual([shown]);
  actor.send({ type: 'SAVE', handle: 'ada3' });
  expect(save.calls).toHaveLength(2);
});
