import { expect, test } from 'vitest';
import { createActor } from 'xstate';
import { ApiError } from '../../../client/src/api/api-error.ts';
import { accountDeletionMachine } from '../../../client/src/machines/account-deletion.machine.ts';
import { createManualActor, waitForTag } from './manual-actor.ts';

function start() {
  const erase = createManualActor<unknown, unknown>();
  const isErased = createManualActor<boolean, { handle: string }>();
  const leave = createManualActor<unknown, unknown>();
  const actors = { erase: erase.logic, isErased: isErased.logic, leave: leave.logic };
  const machine = accountDeletionMachine.provide({ actors });
  const actor = createActor(machine).start();
  actor.send({ type: 'ASK', handle: 'ada' });
  const remove = (typed = 'ada') => actor.send({ type: 'DELETE', typed });
  return { actor, erase, isErased, leave, remove };
}

test('[SETTINGS-5] nothing is deleted before the user’s handle was typed', () => {
  const { actor, erase, remove } = start();
  for (const typed of ['', 'bob', 'ada1']) {
    remove(typed);
    expect(actor.getSnapshot().context.errors).toEqual(['This isn’t your handle']);
    actor.send({ type: 'EDIT' });
    expect(actor.getSnapshot().context.errors).toEqual([]);
  }
  expect(erase.calls).toEqual([]);
  actor.send({ type: 'KEEP' });
  remove();
  expect(erase.calls).toEqual([]);
});

test.each(['ada', '@ada', ' @Ada '])('[SETTINGS-5] %j deletes the account, then signs out', async (typed) => {
  const { actor, erase, leave, remove } = start();
  remove(typed);
  remove(typed);
  expect(erase.calls).toHaveLength(1);
  erase.succeed({ deleted: true });
  await expect.poll(() => leave.calls.length).toBe(1);
  leave.fail('NetworkError');
  await waitForTag(actor, 'deleted');
});

test('[SETTINGS-5] an interrupted deletion shows it and is repeated by hand', async () => {
  const { actor, erase, leave, remove } = start();
  remove();
  erase.failWith(new ApiError(503, ['generic_503']));
  expect((await waitForTag(actor, 'failed')).context.errors).toEqual(['generic_503']);
  expect(leave.calls).toEqual([]);
  remove();
  expect(erase.calls).toHaveLength(2);
  erase.succeed({ deleted: true });
  await expect.poll(() => leave.calls.length).toBe(1);
});

test.each([
  [401, 'generic_401'],
  [0, 'generic_500'],
])('[SETTINGS-5] status %i counts as done only if the user is gone', async (status, code) => {
  const { actor, erase, isErased, leave, remove } = start();
  for (const end of ['there', 'unknown'] as const) {
    remove();
    erase.failWith(new ApiError(status, [code]));
    await expect.poll(() => isErased.calls.at(-1)).toEqual({ handle: 'ada' });
    if (end === 'there') isErased.succeed(false);
    else isErased.fail('ApiError');
    expect((await waitForTag(actor, 'failed')).context.errors).toEqual([code]);
  }
  remove();
  erase.failWith(new ApiError(status, [code]));
  await expect.poll(() => isErased.calls.length).toBe(3);
  isErased.succeed(true);
  await expect.poll(() => leave.calls.length).toBe(1);
});
