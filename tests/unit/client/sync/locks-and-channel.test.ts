import { expect, test } from 'vitest';
import { createActor, setup } from 'xstate';
import type { LockCommand, LockEvent } from '../../../../client/src/sync/tabs/tab-leadership.machine.ts';
import { createLeaderLock } from '../../../../client/src/sync/tabs/leader-lock.ts';
import { createTabChannel } from '../../../../client/src/sync/tabs/tab-channel.ts';
import type { Timers } from '../../../../client/src/base/runtime/runtime.ts';
import { createTabLock, type Locks } from '../../../../client/src/base/runtime/web-lock.ts';
import { createTestRuntime } from '../../../support/create-test-runtime.ts';
import { createFakeChannels } from './fake-channels.ts';
import { createFakeLocks } from './fake-locks.ts';

/** The lock's actor under a parent that only records its events. */
function startLeader(locks: Locks | undefined, ...commands: LockCommand['type'][]) {
  const recorded: string[] = [];
  const machine = setup({
    types: { events: {} as LockEvent | { type: 'DO'; command: LockCommand } },
    actors: { lock: createLeaderLock(locks, 'tabs') },
  }).createMachine({
    invoke: { id: 'lock', src: 'lock' },
    on: {
      DO: {
        actions: ({ self, event: { command } }) => {
          const { lock } = self.getSnapshot().children;
          (lock as { send(command: LockCommand): void } | undefined)?.send(command);
        },
      },
      '*': { actions: ({ event }) => recorded.push(event.type) },
    },
  });
  const parent = createActor(machine).start();
  const command = (...types: LockCommand['type'][]) => {
    for (const type of types) parent.send({ type: 'DO', command: { type } });
  };
  command(...commands);
  const records = (...words: string[]) => expect.poll(() => recorded).toEqual(words);
  return { recorded, command, records, close: () => parent.stop() };
}

test('[TABS-2] the next tab in the queue leads as soon as the leader is gone', async () => {
  const locks = createFakeLocks();
  const [one, other] = [startLeader(locks.of('one'), 'APPLY'), startLeader(locks.of('other'), 'APPLY')];
  await one.records('GRANTED');
  await other.records();
  one.close();
  await other.records('GRANTED');
});

test('of several tabs that steal from an unresponsive leader one gets the lock and keeps it', async () => {
  const locks = createFakeLocks();
  const frozen = startLeader(locks.of('frozen'), 'APPLY');
  await frozen.records('GRANTED');
  const thieves = ['a', 'b', 'c'].map((id) => startLeader(locks.of(id)));
  for (const type of ['APPLY', 'SUSPECT', 'STEAL'] as const) for (const { command } of thieves) command(type);
  await frozen.records('GRANTED', 'LOST');
  const outcomes = () => thieves.flatMap(({ recorded }) => recorded).sort();
  await expect.poll(outcomes).toEqual(['GRANTED', 'MISSED', 'MISSED']);
});

test('a leader suspected earlier is not stolen from after another tab has become leader', async () => {
  const locks = createFakeLocks();
  const [first, second] = [startLeader(locks.of('1'), 'APPLY'), startLeader(locks.of('2'), 'APPLY')];
  await first.records('GRANTED');
  const late = startLeader(locks.of('3'), 'SUSPECT');
  await Promise.resolve();
  first.close();
  await second.records('GRANTED');
  late.command('STEAL');
  await late.records('MISSED');
  await second.records('GRANTED');
});

test('a cancelled theft releases the lock that it gets', async () => {
  const locks = createFakeLocks();
  const frozen = startLeader(locks.of('frozen'), 'APPLY');
  await frozen.records('GRANTED');
  const thief = startLeader(locks.of('thief'), 'SUSPECT', 'STEAL', 'APPLY');
  frozen.close();
  await thief.records('GRANTED');
});

test('without locks each tab is its own leader', async () => {
  for (const tab of [startLeader(undefined, 'APPLY'), startLeader(undefined, 'APPLY')])
    await tab.records('GRANTED');
});

const { timers } = createTestRuntime();
const STORAGE_DELAY_MS = 100;
const lockTab = (tabTimers: Timers = timers, storageDelayMs = 0) =>
  createTabLock(createFakeLocks().of('tab'), tabTimers, { storageDelayMs, maxHoldMs: 10_000 });

test('tabs take turns, and each one starts only after the stored result is visible to it', async () => {
  const seen: string[] = [];
  const settles: (() => void)[] = [];
  const after: Timers['after'] = (ms, run) => {
    if (ms === STORAGE_DELAY_MS) settles.push(run);
    return () => undefined;
  };
  const withLock = lockTab({ ...timers, after }, STORAGE_DELAY_MS);
  const work = (name: string) => withLock('refresh', () => Promise.resolve(seen.push(name)));
  const [first, second] = [work('first'), work('second')];
  expect(await first).toBe(1);
  await expect.poll(() => settles.length).toBe(1);
  expect(seen).toEqual(['first']);
  settles[0]?.();
  expect(await second).toBe(2);
});

test('failing work lets the next tab in, and a browser without locks runs the work directly', async () => {
  const withLock = lockTab();
  await expect(withLock('refresh', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  for (const lock of [withLock, createTabLock(undefined, timers)])
    expect(await lock('refresh', () => Promise.resolve('yes'))).toBe('yes');
});

/** A browser whose tabs exist one after the other, each with its own clock offset. */
function openBrowser() {
  const channels = createFakeChannels();
  return function join(time = 100) {
    const [heard, asked]: [string[], string[]] = [[], []];
    const channel = createTabChannel({
      port: channels.open(),
      now: () => time,
      onLeaderMessage: ({ kind }) => heard.push(kind),
      onRequest: ({ kind }) => asked.push(kind),
      onSuperseded() {
        heard.push('superseded');
        channel.resignLeadership();
      },
    });
    return { channel, heard, asked, beat: () => channel.broadcastAsLeader({ kind: 'heartbeat' }) };
  };
}

test('[TABS-1] the leader’s messages reach all followers, and theirs reach only the leader', () => {
  const join = openBrowser();
  const [leader, one, other] = [join(), join(), join()];
  leader.channel.claimLeadership();
  leader.beat();
  one.channel.sendToLeader({ kind: 'wake' });
  leader.channel.sendToLeader({ kind: 'renewed' });
  one.beat();
  expect([leader.heard, one.heard, other.heard]).toEqual([
    [],
    ['claim', 'heartbeat'],
    ['claim', 'heartbeat'],
  ]);
  expect([leader.asked, one.asked, other.asked]).toEqual([['wake', 'renewed'], [], []]);
});

test('messages of a leader whose lock was stolen are ignored', () => {
  const join = openBrowser();
  const [frozen, thief, other] = [join(), join(50), join()];
  frozen.channel.claimLeadership();
  thief.channel.claimLeadership();
  expect(frozen.heard).toEqual(['superseded', 'claim']);
  frozen.beat();
  expect(other.heard).toEqual(['claim', 'claim']);
});

test('a leader that has not noticed the theft stops at a message of the other leader, whichever number is higher', () => {
  const join = openBrowser();
  const frozen = join(900);
  frozen.channel.claimLeadership();
  const thief = join(100);
  thief.channel.claimLeadership();
  thief.beat();
  expect(frozen.heard).toEqual(['superseded', 'claim', 'heartbeat']);
});

test('a leader whose clock is behind is notified, takes a higher number and repeats its messages', () => {
  const join = openBrowser();
  const [old, other] = [join(900), join(900)];
  old.channel.claimLeadership();
  old.channel.close();
  const fresh = join(100);
  fresh.channel.claimLeadership();
  fresh.beat();
  expect(other.heard).toEqual(['claim', 'claim', 'heartbeat']);
  expect(fresh.asked).toEqual(['hello']);
});
