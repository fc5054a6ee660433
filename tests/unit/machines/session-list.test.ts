import type { ListedSession } from '@cruddur/shared';
import { expect, test } from 'vitest';
import { ApiError } from '../../../client/src/api/api-error.ts';
import { sessionListMachine } from '../../../client/src/machines/session-list.machine.ts';
import { startMachine } from './start-machine.ts';

const at = '2026-11-20T09:00:00.000Z';
const times = { signed_in_at: at, last_used_at: at };
const here: ListedSession = {
  ...{ uuid: 'here', device: 'Chrome on macOS', handheld: false, current: true, ...times },
};
const phone: ListedSession = {
  ...{ uuid: 'phone', device: 'Safari on iPhone', handheld: true, current: false, ...times },
};

async function start() {
  const parts = startMachine(sessionListMachine, ['list', 'end', 'signOut']);
  const choose = (session: ListedSession) =>
    parts.send({ type: 'CHOOSE', leaving: { kind: 'session', session } });
  const confirm = (session: ListedSession) => {
    choose(session);
    parts.send({ type: 'LEAVE' });
  };
  const lists = (...sessions: ListedSession[]) => {
    parts.list.succeed(sessions);
    return expect.poll(() => parts.context().sessions).toEqual(sessions);
  };
  await lists(here, phone);
  return { ...parts, choose, confirm, lists };
}

test('[SETTINGS-3] another session is ended after a confirmation, and this one stays', async () => {
  const { send, list, end, signOut, choose, confirm, lists } = await start();
  choose(phone);
  send({ type: 'KEEP' });
  expect(end.calls).toEqual([]);
  confirm(phone);
  expect(end.calls).toEqual([{ uuid: 'phone' }]);
  end.succeed();
  await expect.poll(() => list.calls.length).toBe(2);
  await lists(here);
  expect(signOut.calls).toEqual([]);
});

test('[SETTINGS-3] ending the session in use signs it out', async () => {
  const { end, signOut, confirm, reaches } = await start();
  confirm(here);
  expect(end.calls).toEqual([]);
  expect(signOut.calls).toEqual([{ all: false }]);
  signOut.succeed();
  await reaches('left');
});

test('[SETTINGS-3] a session that cannot be ended shows the reason in the dialog; one that has ended already is ended', async () => {
  const { list, end, signOut, confirm, context, has, send } = await start();
  confirm(phone);
  end.fail('NetworkError', 'A network error has occurred.');
  await expect.poll(() => context().error).toBe('A network error has occurred.');
  expect(has('asking')).toBe(true);
  send({ type: 'LEAVE' });
  end.failWith(new ApiError(404, ['generic_404']));
  await expect.poll(() => list.calls.length).toBe(2);
  expect(signOut.calls).toEqual([]);
});

test('[SETTINGS-4] signing out everywhere needs no list, and succeeds whatever the provider answers', async () => {
  const { send, signOut, reaches } = await start();
  send({ type: 'CHOOSE', leaving: { kind: 'everywhere' } });
  expect(signOut.calls).toEqual([]);
  send({ type: 'LEAVE' });
  expect(signOut.calls).toEqual([{ all: true }]);
  signOut.fail('NetworkError');
  await reaches('left');
});
