import { expect, test } from 'vitest';
import type { Passkey } from '../../../client/src/machines/account.ts';
import { passkeysMachine } from '../../../client/src/machines/passkeys.machine.ts';
import { startMachine } from './start-machine.ts';

const key: Passkey = {
  ...{ id: 'key-1', name: 'Passkey', attachment: 'platform' },
  createdAt: '2026-11-20T09:00:00.000Z',
};
const other: Passkey = { ...key, id: 'key-2' };

function start() {
  const parts = startMachine(passkeysMachine, ['list', 'add', 'remove']);
  const settled = () => expect.poll(() => parts.has('loading') || parts.has('busy')).toBe(false);
  return { ...parts, settled };
}

async function listed() {
  const parts = start();
  parts.list.succeed([key]);
  await parts.settled();
  /** Answers the next request of the list. */
  const relist = async (...keys: Passkey[]) => {
    await expect.poll(() => parts.list.calls.length).toBe(2);
    parts.list.succeed(keys);
    await parts.settled();
  };
  return { ...parts, relist };
}

test('[SETTINGS-2] a list that fails to load shows the reason and is requested again', async () => {
  const { send, list, settled, context, reaches } = start();
  list.fail('NetworkError', 'A network error has occurred.');
  await reaches('unknown');
  expect(context().error).toBe('A network error has occurred.');
  send({ type: 'RETRY' });
  list.succeed([key]);
  await settled();
  expect(context()).toMatchObject({ passkeys: [key], error: '' });
});

test('[SETTINGS-2] an added passkey is listed before it is announced', async () => {
  const { send, list, add, has, context, relist } = await listed();
  send({ type: 'ADD' });
  send({ type: 'ADD' });
  expect(add.calls).toHaveLength(1);
  add.succeed();
  await expect.poll(() => list.calls.length).toBe(2);
  expect(has('added')).toBe(false);
  await relist(key, other);
  expect(has('added')).toBe(true);
  expect(context().passkeys).toEqual([key, other]);
});

test.each([
  ['PasskeyRegistrationCanceled', 'Passkey registration has been canceled.', /^No passkey was added: /],
  ['PasskeyAlreadyExists', 'Passkey already exists in authenticator.', /^Passkey already exists/],
  ['LimitExceededException', '', /^An unknown error has occurred\.$/],
])('[SETTINGS-2] %s shows a message, and adding can be retried', async (name, message, words) => {
  const { send, add, settled, context } = await listed();
  send({ type: 'ADD' });
  add.fail(name, message);
  await settled();
  expect(context().error).toMatch(words);
  send({ type: 'ADD' });
  expect(add.calls).toHaveLength(2);
});

test.each([null, 'ResourceNotFoundException'])(
  '[SETTINGS-2] nothing is removed before it was confirmed; the removal may end with %s',
  async (end) => {
    const { send, remove, has, settled, context, relist } = await listed();
    send({ type: 'CHOOSE', passkey: key });
    send({ type: 'KEEP' });
    expect(has('asking')).toBe(false);
    expect(remove.calls).toEqual([]);
    send({ type: 'CHOOSE', passkey: key });
    send({ type: 'REMOVE' });
    expect(remove.calls).toEqual([{ id: 'key-1' }]);
    remove.fail('NetworkError', 'A network error has occurred.');
    await settled();
    expect([has('asking'), context().error]).toEqual([true, 'A network error has occurred.']);
    send({ type: 'REMOVE' });
    if (end === null) remove.succeed();
    else remove.fail(end, 'Passkey does not exist.');
    await relist();
    expect(context()).toMatchObject({ passkeys: [], error: '' });
  },
);
