import { expect, test } from 'vitest';
import { createActor } from 'xstate';
import { createLeaderLock } from '../../../client/src/realtime/tabs/leader-lock.ts';
import type { Locks } from '../../../client/src/web-lock.ts';
import { setup } from 'xstate';
import type { LockCommand, LockEvent } from '../../../client/src/machines/tab-leadership.machine.ts';
import { createFakeLocks } from './fake-locks.ts';

/** The lock's actor under a parent that only records its events. */
function startLeader(locks: Locks | undefined) {
  const recorded: string[] = [];
  const parent = createActor(
    setup({
      types: { events: {} as LockEvent | { type: 'DO'; command: LockCommand } },
      actors: { lock: createLeaderLock(locks, 'tabs') },
    }).createMachine({
      invoke: { id: 'lock', src: 'lock' },
      on: {
        DO: {
          actions: ({ self, event }) =>
            (self.getSnapshot().children.lock as { send(command: LockCommand): void } | undefined)?.send(
              event.command,
            ),
        },
        '*': { actions: ({ event }) => recorded.push(event.type) },
      },
    }),
  ).start();
  const command = (type: LockCommand['type']) => parent.send({ type: 'DO', command: { type } });
  return { recorded, command, close: () => parent.stop() };
}
const recordEvents = (tab: { recorded: string[] }, ...words: string[]) =>
  expect.poll(() => tab.recorded).toEqual(words);

test('[TABS-2] the next tab in the queue leads as soon as the leader is gone', async () => {
  const locks = createFakeLocks();
  const [one, other] = [startLeader(locks.of('one')), startLeader(locks.of('other'))];
  one.command('APPLY');
  other.command('APPLY');
  await recordEvents(one, 'GRANTED');
  await recordEvents(other);
  one.close();
  await recordEvents(other, 'GRANTED');
});

test('[TABS-3] of several tabs that steal from an unresponsive leader one gets the lock and keeps it', async () => {
  const locks = createFakeLocks();
  const frozen = startLeader(locks.of('frozen'));
  frozen.command('APPLY');
  await recordEvents(frozen, 'GRANTED');
  const thieves = ['a', 'b', 'c'].map((id) => startLeader(locks.of(id)));
  for (const type of ['APPLY', 'SUSPECT', 'STEAL'] as const) for (const { command } of thieves) command(type);
  await recordEvents(frozen, 'GRANTED', 'LOST');
  await expect
    .poll(() => thieves.flatMap(({ recorded }) => recorded).sort())
    .toEqual(['GRANTED', 'MISSED', 'MISSED']);
});

test('[TABS-3] a leader suspected earlier is not stolen from after another tab has become leader', async () => {
  const locks = createFakeLocks();
  const [first, second, late] = [
    startLeader(locks.of('1')),
    startLeader(locks.of('2')),
    startLeader(locks.of('3')),
  ];
  first.command('APPLY');
  second.command('APPLY');
  await recordEvents(first, 'GRANTED');
  late.command('SUSPECT');
  await Promise.resolve();
  first.close();
  await recordEvents(second, 'GRANTED');
  late.command('STEAL');
  await recordEvents(late, 'MISSED');
  await recordEvents(second, 'GRANTED');
});

test('[TABS-3] a cancelled theft releases the lock that it gets', async () => {
  const locks = createFakeLocks();
  const [frozen, thief] = [startLeader(locks.of('frozen')), startLeader(locks.of('thief'))];
  frozen.command('APPLY');
  await recordEvents(frozen, 'GRANTED');
  thief.command('SUSPECT');
  thief.command('STEAL');
  thief.command('APPLY');
  frozen.close();
  await recordEvents(thief, 'GRANTED');
});

test('[TABS-8] without locks each tab is its own leader', async () => {
  const [one, other] = [startLeader(undefined), startLeader(undefined)];
  one.command('APPLY');
  other.command('APPLY');
  await recordEvents(one, 'GRANTED');
  await recordEvents(other, 'GRANTED');
});
