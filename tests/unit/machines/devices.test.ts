import { expect, test } from 'vitest';
import { createActor } from 'xstate';
import type { Device } from '../../../client/src/machines/account.ts';
import { devicesMachine } from '../../../client/src/machines/devices.machine.ts';
import { createManualActor, waitForTag } from './manual-actor.ts';

const seenAt = '2026-11-20T09:00:00.000Z';
const here: Device = { id: 'here', name: 'Chrome', seenAt, isThis: true };
const phone: Device = { id: 'phone', name: 'iPhone', seenAt, isThis: false };

async function start() {
  const list = createManualActor<Device[], unknown>();
  const forget = createManualActor<unknown, { id: string }>();
  const signOut = createManualActor<unknown, { all: boolean }>();
  const actors = { list: list.logic, forget: forget.logic, signOut: signOut.logic };
  const actor = createActor(devicesMachine.provide({ actors })).start();
  const confirm = (device: Device) => {
    actor.send({ type: 'CHOOSE', leaving: { kind: 'device', device } });
    actor.send({ type: 'LEAVE' });
  };
  list.succeed([here, phone]);
  await expect.poll(() => actor.getSnapshot().context.devices).toEqual([here, phone]);
  return { actor, list, forget, signOut, confirm };
}

test('[SETTINGS-3] another device is forgotten after a confirmation, and this session stays', async () => {
  const { actor, list, forget, signOut, confirm } = await start();
  actor.send({ type: 'CHOOSE', leaving: { kind: 'device', device: phone } });
  actor.send({ type: 'KEEP' });
  expect(forget.calls).toEqual([]);
  confirm(phone);
  expect(forget.calls).toEqual([{ id: 'phone' }]);
  forget.succeed(null);
  await expect.poll(() => list.calls.length).toBe(2);
  list.succeed([here]);
  await expect.poll(() => actor.getSnapshot().context.devices).toEqual([here]);
  expect(signOut.calls).toEqual([]);
});

test('[SETTINGS-3] forgetting the device in use signs it out', async () => {
  const { actor, forget, signOut, confirm } = await start();
  confirm(here);
  expect(forget.calls).toEqual([{ id: 'here' }]);
  forget.succeed(null);
  await expect.poll(() => signOut.calls).toEqual([{ all: false }]);
  signOut.succeed(null);
  await waitForTag(actor, 'left');
});

test('[SETTINGS-3] a device that is already gone counts as forgotten', async () => {
  const { list, forget, signOut, confirm } = await start();
  confirm(phone);
  forget.fail('ResourceNotFoundException', 'Device does not exist.');
  await expect.poll(() => list.calls.length).toBe(2);
  list.succeed([here]);
  confirm(here);
  forget.fail('ResourceNotFoundException', 'Device does not exist.');
  await expect.poll(() => signOut.calls).toEqual([{ all: false }]);
});

test('[SETTINGS-3] a device that cannot be forgotten shows the reason in the dialog', async () => {
  const { actor, forget, signOut, confirm } = await start();
  confirm(here);
  forget.fail('NetworkError', 'A network error has occurred.');
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
