import { expect, test } from 'vitest';
import { createActor } from 'xstate';
import {
  connectionMachine,
  eventsLeadingTo,
  type ConnectionEvent,
} from '../../../client/src/machines/connection.machine.ts';

const start = (...events: ConnectionEvent[]) => {
  const actor = createActor(connectionMachine).start();
  for (const event of events) actor.send(event);
  return actor.getSnapshot();
};
const [START, LOST, POLLING] = [{ type: 'START' }, { type: 'LOST' }, { type: 'POLLING' }] as const;
const READY = { type: 'READY', resumed: true } as const;

const ways: [string, ConnectionEvent[]][] = [
  ['idle', []],
  ['connecting', [START]],
  ['live', [START, LOST, READY]],
  ['reconnecting', [START, READY, LOST]],
  ['polling', [START, LOST, POLLING]],
  ['refused', [START, READY, { type: 'REFUSED', code: 'too_slow' }]],
];

test.each(ways)('[TABS-1] a tab that opens while the connection is %s shows the same', (status, way) => {
  const leader = start(...way);
  const follower = start(...eventsLeadingTo(leader));
  expect(leader.value).toBe(status);
  expect([follower.value, follower.context.refusal]).toEqual([leader.value, leader.context.refusal]);
});

test('[TABS-5] polling is a state of its own, left for the socket or for the idle state', () => {
  expect(start(START, POLLING, READY).value).toBe('live');
  expect(start(START, POLLING, LOST).value).toBe('reconnecting');
  expect(start(START, READY, POLLING).value).toBe('live');
});
