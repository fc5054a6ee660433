import { expect, test } from 'vitest';
import { createActor } from 'xstate';
import type { Passkey } from '../../../client/src/machines/account.ts';
import { passkeysMachine } from '../../../client/src/machines/passkeys.machine.ts';
import { createManualActor, waitForTag } from './manual-actor.ts';

const key: Passkey = {
  id: 'key-1',
  name: 'Passkey',
  attachment: 'platform',
  createdAt: '2026-11-20T09:00:00.000Z',
};
const other: Passkey = { ...key, id: 'key-2' };

function start() {
  const list = createManualActor<Passkey[], unknown>();
  const add = createManualActor<unknown, unknown>();
  const remove = createManualActor<unknown, { id: string }>();
  const actors = { list: list.logic, add: add.logic, remove: remove.logic };
  const actor = createActor(passkeysMachine.provide({ actors })).start();
  const has = (tag: 'loading' | 'unknown' | 'busy' | 'adding' | 'added' | 'asking') =>
    actor.getSnapshot().hasTag(tag);
  const settled = () => expect.poll(() => has('loading') || has('busy')).toBe(false);
  return { actor, list, add, remove, has, settled, shown: () => actor.getSnapshot().context };
}

async function listed() {
  const parts = start();
  parts.list.succeed([key]);
  await parts.settled();
  return parts;
}

test('[SETTINGS-2] a list that fails to load shows the reason and is requested again', async () => {
  const { actor, list, settled, shown } = start();
  list.fail('NetworkError', 'A network error has occurred.');
  expect((await waitForTag(actor, 'unknown')).context.error).toBe('A network error has occurred.');
  actor.send({ type: 'RETRY' });
  list.succeed([key]);
  await settled();
  expect(shown()).toMatchObject({ passkeys: [key], error: '' });
});

test('[SETTINGS-2] an added passkey is listed before it is announced', async () => {
  const { actor, list, add, has, shown } = await listed();
  actor.send({ type: 'ADD' });
  actor.send({ type: 'ADD' });
  expect(add.calls).toHaveLength(1);
  add.succeed(null);
  await expect.poll(() => list.calls.length).toBe(2);
  expect(has('added')).toBe(false);
  list.succeed([key, other]);
  await waitForTag(actor, 'added');
  expect(shown().passkeys).toEqual([key, other]);
});

test.each([
  [
    'PasskeyRegistrationCanceled',
    'Passkey registration ceremony has been canceled.',
    /^No passkey was added: /,
  ],
  ['PasskeyAlreadyExists', 'Passkey already exists in authenticator.', /^Passkey already exists/],
  ['LimitExceededException', '', /^An unknown error has occurred\.$/],
])('[SETTINGS-2] %s shows a message, and adding can be retried', async (name, message, words) => {
  const { actor, add, settled, shown } = await listed();
  actor.send({ type: 'ADD' });
  add.fail(name, message);
  await settled();
  expect(shown().error).toMatch(words);
  actor.send({ type: 'ADD' });
  expect(add.calls).toHaveLength(2);
});

test('[SETTINGS-2] nothing is removed before it was confirmed', async () => {
  const { actor, list, remove, has, settled, shown } = await listed();
  actor.send({ type: 'CHOOSE', passkey: key });
  actor.send({ type: 'KEEP' });
  expect(has('asking')).toBe(false);
  expect(remove.calls).toEqual([]);
  actor.send({ type: 'CHOOSE', passkey: key });
  actor.send({ type: 'REMOVE' });
  expect(remove.calls).toEqual([{ id: 'key-1' }]);
  remove.fail('NetworkError', 'A network error has occurred.');
  await settled();
  expect(has('asking')).toBe(true);
  expect(shown().error).toBe('A network error has occurred.');
  actor.send({ type: 'REMOVE' });
  remove.succeed(null);
  await expect.poll(() => list.calls.length).toBe(2);
  list.succeed([]);
  await settled();
  expect(shown().passkeys).toEqual([]);
});

test('[SETTINGS-2] a passkey already removed elsewhere simply disappears', async () => {
  const { actor, list, remove, settled, shown } = await listed();
  actor.send({ type: 'CHOOSE', passkey: key });
  actor.send({ type: 'REMOVE' });
  remove.fail('ResourceNotFoundException', 'Passkey does not exist.');
  await expect.poll(() => list.calls.length).toBe(2);
  list.succeed([]);
  await settled();
  expect(shown()).toMatchObject({ passkeys: [], error: '' });
});
