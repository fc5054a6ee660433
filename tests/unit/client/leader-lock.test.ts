import { expect, test } from 'vitest';
import { createActor } from 'xstate';
import { leaderLock, type Locks } from '../../../client/src/realtime/tabs/leader-lock.ts';
import { setup } from 'xstate';
import type { LockCommand, LockEvent } from '../../../client/src/machines/tab-leadership.machine.ts';
import { createFakeLocks } from './fake-locks.ts';

/** The lock's work under a parent that only notes what it says. */
function hold(locks: Locks | undefined) {
  const heard: string[] = [];
  const parent = createActor(
    setup({
      types: { events: {} as LockEvent | { type: 'DO'; command: LockCommand } },
      actors: { lock: leaderLock(locks, 'tabs') },
    }).createMachine({
      invoke: { id: 'lock', src: 'lock' },
      on: {
        DO: {
          actions: ({ self, event }) =>
            (self.getSnapshot().children.lock as { send(command: LockCommand): void } | undefined)?.send(
              event.command,
            ),
        },
        '*': { actions: ({ event }) => heard.push(event.type) },
      },
    }),
  ).start();
  const command = (type: LockCommand['type']) => parent.send({ type: 'DO', command: { type } });
  return { heard, command, close: () => parent.stop() };
}
const says = (tab: { heard: string[] }, ...words: string[]) => expect.poll(() => tab.heard).toEqual(words);

test('[TABS-2] the next in the queue leads as soon as the leader is gone', async () => {
  const locks = createFakeLocks();
  const [one, other] = [hold(locks.of('one')), hold(locks.of('other'))];
  one.command('APPLY');
  other.command('APPLY');
  await says(one, 'GRANTED');
  await says(other);
  one.close();
  await says(other, 'GRANTED');
});

test('[TABS-3] of several that steal from a silent leader one gets the lock, and that one keeps it', async () => {
  const locks = createFakeLocks();
  const frozen = hold(locks.of('frozen'));
  frozen.command('APPLY');
  await says(frozen, 'GRANTED');
  const thieves = ['a', 'b', 'c'].map((id) => hold(locks.of(id)));
  for (const type of ['APPLY', 'SUSPECT', 'STEAL'] as const) for (const { command } of thieves) command(type);
  await says(frozen, 'GRANTED', 'LOST');
  await expect
    .poll(() => thieves.flatMap(({ heard }) => heard).sort())
    .toEqual(['GRANTED', 'MISSED', 'MISSED']);
});

test('[TABS-3] who was suspected long ago is not stolen from when somebody else leads now', async () => {
  const locks = createFakeLocks();
  const [first, second, late] = [hold(locks.of('1')), hold(locks.of('2')), hold(locks.of('3'))];
  first.command('APPLY');
  second.command('APPLY');
  await says(first, 'GRANTED');
  late.command('SUSPECT');
  await Promise.resolve();
  first.close();
  await says(second, 'GRANTED');
  late.command('STEAL');
  await says(late, 'MISSED');
  await says(second, 'GRANTED');
});

test('[TABS-3] a theft that was called off lets go of what it gets', async () => {
  const locks = createFakeLocks();
  const [frozen, thief] = [hold(locks.of('frozen')), hold(locks.of('thief'))];
  frozen.command('APPLY');
  await says(frozen, 'GRANTED');
  thief.command('SUSPECT');
  thief.command('STEAL');
  thief.command('APPLY');
  frozen.close();
  await says(thief, 'GRANTED');
});

test('[TABS-8] without locks each tab leads itself', async () => {
  const [one, other] = [hold(undefined), hold(undefined)];
  one.command('APPLY');
  other.command('APPLY');
  await says(one, 'GRANTED');
  await says(other, 'GRANTED');
});
