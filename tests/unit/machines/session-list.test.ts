import type { ListedSession } from '@cruddur/shared';
import { expect, test } from 'vitest';
import { createActor } from 'xstate';
import { ApiError } from '../../../client/src/api/api-error.ts';
import { sessionListMachine } from '../../../client/src/machines/session-list.machine.ts';
import { createManualActor, waitForTag } from './manual-actor.ts';

const at = '2026-11-20T09:00:00.000Z';
const times = { signed_in_at: at, last_used_at: at };
const here: ListedSession = {
  uuid: 'here',
  device: 'Chrome on macOS',
  handheld: false,
  current: true,
  ...times,
};
const phone: ListedSession = {
  uuid: 'phone',
  device: 'Safari on iPhone',
  handheld: true,
  current: false,
  ...times,
};

async function start() {
  const list = createManualActor<ListedSession[], unknown>();
  const end = createManualActor<unknown, { uuid: string }>();
  const signOut = createManualActor<unknown, { all: boolean }>();
  const actors = { list: list.logic, end: end.logic, signOut: signOut.logic };
  const actor = createActor(sessionListMachine.provide({ actors })).start();
  const confirm = (session: ListedSession) => {
    actor.send({ type: 'CHOOSE', leaving: { kind: 'session', session } });
    actor.send({ type: 'LEAVE' });
  };
  list.succeed([here, phone]);
  await expect.poll(() => actor.getSnapshot().context.sessions).toEqual([here, phone]);
  return { actor, list, end, signOut, confirm };
}

test('[SETTINGS-3] another session is ended after a confirmation, and this one stays', async () => {
  const { actor, list, end, signOut, confirm } = await start();
  actor.send({ type: 'CHOOSE', leaving: { kind: 'session', session: phone } });
  actor.send({ type: 'KEEP' });
  expect(end.calls).toEqual([]);
  confirm(phone);
  expect(end.calls).toEqual([{ uuid: 'phone' }]);
  end.succeed(null);
  await expect.poll(() => list.calls.length).toBe(2);
  list.succeed([here]);
  await expect.poll(() => actor.getSnapshot().context.sessions).toEqual([here]);
  expect(signOut.calls).toEqual([]);
});

test('[SETTINGS-3] ending the session in use signs it out', async () => {
  const { actor, end, signOut, confirm } = await start();
  confirm(here);
  expect(end.calls).toEqual([]);
  expect(signOut.calls).toEqual([{ all: false }]);
  signOut.succeed(null);
  await waitForTag(actor, 'left');
});

test('[SETTINGS-3] a session that has ended already counts as ended', async () => {
  const { list, end, confirm } = await start();
  confirm(phone);
  end.failWith(new ApiError(404, ['generic_404']));
  await expect.poll(() => list.calls.length).toBe(2);
});

test('[SETTINGS-3] a session that cannot be ended shows the reason in the dialog', async () => {
  const { actor, end, signOut, confirm } = await start();
  confirm(phone);
  end.fail('NetworkError', 'A network error has occurred.');
  await expect.poll(() => actor.getSnapshot().context.error).toBe('A network error has occurred.');
  expect(actor.getSnapshot().hasTag('asking')).toBe(true);
  expect(signOut.calls).toEqual([]);
});

test('[SETTINGS-4] signing out everywhere needs no list, and succeeds whatever the provider answers', async () => {
  const { actor, signOut } = await start();
  actor.send({ type: 'CHOOSE', leaving: { kind: 'everywhere' } });
  expect(signOut.calls).toEqual([]);
  actor.send({ type: 'LEAVE' });
  expect(signOut.calls).toEqual([{ all: true }]);
  signOut.fail('NetworkError');
  await waitForTag(actor, 'left');
});
