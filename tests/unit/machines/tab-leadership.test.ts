import { expect, test } from 'vitest';
import { createActor, fromCallback } from 'xstate';
import {
  LEADER_TIMEOUT_MS,
  tabLeadershipMachine,
  HEARTBEAT_VALID_MS,
  type LockCommand,
} from '../../../client/src/machines/tab-leadership.machine.ts';
import { SimulatedClock } from './manual-actor.ts';

function start({ visible = true } = {}) {
  const clock = new SimulatedClock();
  const commands: string[] = [];
  const done: string[] = [];
  const lock = fromCallback<LockCommand>(({ receive }) => {
    receive(({ type }) => commands.push(type));
    return () => commands.push('RELEASED');
  });
  const actor = createActor(
    tabLeadershipMachine.provide({
      actors: { lock },
      actions: {
        pingLeader: () => done.push('pingLeader'),
        startLeading: () => done.push('startLeading'),
        stopLeading: () => done.push('stopLeading'),
      },
    }),
    { clock, input: { visible } },
  ).start();
  actor.send({ type: 'JOIN' });
  return { actor, clock, commands, done };
}

test('[TABS-1] a tab queues for the lock, leads when it is granted, and releases it when it leaves', () => {
  const { actor, commands, done } = start();
  expect(commands).toEqual(['APPLY', 'SUSPECT']);
  actor.send({ type: 'GRANTED' });
  expect(actor.getSnapshot().hasTag('leads')).toBe(true);
  actor.send({ type: 'LEAVE' });
  expect(done).toEqual(['pingLeader', 'startLeading', 'stopLeading']);
  expect(commands.at(-1)).toBe('RELEASED');
});

test('[TABS-3] a leader that answers its probes keeps the lock', () => {
  const { actor, clock, commands, done } = start();
  for (let asked = 1; asked <= 10; asked++) {
    clock.increment(LEADER_TIMEOUT_MS - 1);
    actor.send({ type: 'HEARD' });
    clock.increment(HEARTBEAT_VALID_MS);
    expect(done).toHaveLength(asked + 1);
  }
  expect(commands).not.toContain('STEAL');
});

test('[TABS-3] a leader that is unresponsive for 1.5 s loses the lock to a visible tab', () => {
  const { actor, clock, commands } = start();
  actor.send({ type: 'HEARD' });
  clock.increment(HEARTBEAT_VALID_MS);
  clock.increment(LEADER_TIMEOUT_MS - 1);
  expect(commands.at(-1)).toBe('SUSPECT');
  clock.increment(1);
  expect(commands.at(-1)).toBe('STEAL');
  actor.send({ type: 'GRANTED' });
  expect(actor.getSnapshot().hasTag('leads')).toBe(true);
});

test('[TABS-3] a hidden tab steals nothing, and probes the leader when it becomes visible', () => {
  const { actor, clock, commands, done } = start({ visible: false });
  clock.increment(60_000);
  expect(commands).not.toContain('STEAL');
  expect(done).toEqual(['pingLeader']);
  actor.send({ type: 'SHOWN' });
  expect(done).toEqual(['pingLeader', 'pingLeader']);
  clock.increment(LEADER_TIMEOUT_MS);
  expect(commands.at(-1)).toBe('STEAL');
});

test('[TABS-3] a tab that lost the race, or receives the leader’s answer after all, queues again', () => {
  const { actor, clock, commands } = start();
  clock.increment(LEADER_TIMEOUT_MS);
  actor.send({ type: 'MISSED' });
  expect(commands.slice(-2)).toEqual(['APPLY', 'SUSPECT']);
  clock.increment(LEADER_TIMEOUT_MS);
  expect(commands.at(-1)).toBe('STEAL');
  actor.send({ type: 'HEARD' });
  expect(commands.slice(-2)).toEqual(['APPLY', 'SUSPECT']);
});

test.each(['LOST', 'SUPERSEDED'] as const)(
  '[TABS-7] a leader whose lock was stolen (%s) stops at once',
  (type) => {
    const { actor, done, commands } = start();
    actor.send({ type: 'GRANTED' });
    actor.send({ type });
    expect(done).toEqual(['pingLeader', 'startLeading', 'stopLeading', 'pingLeader']);
    expect(actor.getSnapshot().hasTag('leads')).toBe(false);
    expect(commands.slice(-2)).toEqual(['APPLY', 'SUSPECT']);
  },
);
