import { expect, test } from 'vitest';
import { fromCallback } from 'xstate';
import {
  LEADER_TIMEOUT_MS,
  tabLeadershipMachine,
  HEARTBEAT_VALID_MS,
  type LockCommand,
} from '../../../../client/src/sync/tabs/tab-leadership.machine.ts';
import { startMachine } from '../start-machine.ts';

function start({ visible = true } = {}) {
  const [commands, done]: [string[], string[]] = [[], []];
  const lock = fromCallback<LockCommand>(({ receive }) => {
    receive(({ type }) => commands.push(type));
    return () => commands.push('RELEASED');
  });
  const record = (name: string) => ({ [name]: () => done.push(name) });
  const parts = startMachine(tabLeadershipMachine, [], {
    input: () => ({ visible }),
    actors: { lock },
    actions: { ...record('pingLeader'), ...record('startLeading'), ...record('stopLeading') },
  });
  parts.send({ type: 'JOIN' });
  return { ...parts, commands, done };
}

test('[TABS-1] a tab queues for the lock, leads when it is granted, and releases it when it leaves', () => {
  const { send, has, commands, done } = start();
  expect(commands).toEqual(['APPLY', 'SUSPECT']);
  send({ type: 'GRANTED' });
  expect(has('leads')).toBe(true);
  send({ type: 'LEAVE' });
  expect(done).toEqual(['pingLeader', 'startLeading', 'stopLeading']);
  expect(commands.at(-1)).toBe('RELEASED');
});

test('a leader that answers its probes keeps the lock', () => {
  const { send, clock, commands, done } = start();
  for (let asked = 1; asked <= 10; asked++) {
    clock.increment(LEADER_TIMEOUT_MS - 1);
    send({ type: 'HEARD' });
    clock.increment(HEARTBEAT_VALID_MS);
    expect(done).toHaveLength(asked + 1);
  }
  expect(commands).not.toContain('STEAL');
});

test('a leader that is unresponsive for 1.9 s loses the lock to a visible tab', () => {
  const { send, has, clock, commands } = start();
  send({ type: 'HEARD' });
  clock.increment(HEARTBEAT_VALID_MS);
  clock.increment(LEADER_TIMEOUT_MS - 1);
  expect(commands.at(-1)).toBe('SUSPECT');
  clock.increment(1);
  expect(commands.at(-1)).toBe('STEAL');
  send({ type: 'GRANTED' });
  expect(has('leads')).toBe(true);
});

test('a hidden tab steals nothing, and probes the leader when it becomes visible', () => {
  const { send, clock, commands, done } = start({ visible: false });
  clock.increment(60_000);
  expect(commands).not.toContain('STEAL');
  expect(done).toEqual(['pingLeader']);
  send({ type: 'SHOWN' });
  expect(done).toEqual(['pingLeader', 'pingLeader']);
  clock.increment(LEADER_TIMEOUT_MS);
  expect(commands.at(-1)).toBe('STEAL');
});

test('a tab that lost the race, or receives the leader’s answer after all, queues again', () => {
  const { send, clock, commands } = start();
  clock.increment(LEADER_TIMEOUT_MS);
  send({ type: 'MISSED' });
  expect(commands.slice(-2)).toEqual(['APPLY', 'SUSPECT']);
  clock.increment(LEADER_TIMEOUT_MS);
  expect(commands.at(-1)).toBe('STEAL');
  send({ type: 'HEARD' });
  expect(commands.slice(-2)).toEqual(['APPLY', 'SUSPECT']);
});

test.each(['LOST', 'SUPERSEDED'] as const)('a leader whose lock was stolen (%s) stops at once', (type) => {
  const { send, has, done, commands } = start();
  send({ type: 'GRANTED' });
  send({ type });
  expect(done).toEqual(['pingLeader', 'startLeading', 'stopLeading', 'pingLeader']);
  expect(has('leads')).toBe(false);
  expect(commands.slice(-2)).toEqual(['APPLY', 'SUSPECT']);
});
