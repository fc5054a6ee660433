import { expect, test } from 'vitest';
import { ApiError } from '../../../../client/src/base/http/api-error.ts';
import { accountDeletionMachine } from '../../../../client/src/account/settings/account-deletion.machine.ts';
import { startMachine } from '../start-machine.ts';

function start() {
  const parts = startMachine(accountDeletionMachine, ['erase', 'isErased', 'leave']);
  parts.send({ type: 'ASK', handle: 'ada' });
  const remove = (typed = 'ada') => parts.send({ type: 'DELETE', typed });
  return { ...parts, remove, errors: () => parts.context().errors };
}

test('[SETTINGS-5] nothing is deleted before the user’s handle was typed', () => {
  const { send, erase, remove, errors } = start();
  for (const typed of ['', 'bob', 'ada1']) {
    remove(typed);
    expect(errors()).toEqual(['This isn’t your handle']);
    send({ type: 'EDIT' });
    expect(errors()).toEqual([]);
  }
  send({ type: 'KEEP' });
  remove();
  expect(erase.calls).toEqual([]);
});

test.each(['ada', '@ada', ' @Ada '])('[SETTINGS-5] %j deletes the account, then signs out', async (typed) => {
  const { erase, leave, remove, reaches } = start();
  remove(typed);
  remove(typed);
  expect(erase.calls).toHaveLength(1);
  erase.succeed({ deleted: true });
  await expect.poll(() => leave.calls.length).toBe(1);
  leave.fail('NetworkError');
  await reaches('deleted');
});

test('[SETTINGS-5] an interrupted deletion shows it and is repeated by hand', async () => {
  const { erase, leave, remove, errors, reaches } = start();
  remove();
  erase.failWith(new ApiError(503, ['generic_503']));
  await reaches('failed');
  expect(errors()).toEqual(['generic_503']);
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
  const { erase, isErased, leave, remove, errors, reaches } = start();
  const fail = async (count: number) => {
    remove();
    erase.failWith(new ApiError(status, [code]));
    await expect.poll(() => isErased.calls.length).toBe(count);
    expect(isErased.calls.at(-1)).toEqual({ handle: 'ada' });
  };
  await fail(1);
  isErased.succeed(false);
  await reaches('failed');
  expect(errors()).toEqual([code]);
  await fail(2);
  isErased.fail('ApiError');
  await reaches('failed');
  expect(errors()).toEqual([code]);
  await fail(3);
  isErased.succeed(true);
  await expect.poll(() => leave.calls.length).toBe(1);
});
