import { COUNTS_EVERY_MS } from '@cruddur/shared';
import { expect, test } from 'vitest';
import { waitForFrame, recordFrames } from './protocol-client.ts';
import { flushPendingWork } from '../streams/silent-logger.ts';
import { ANNA, GROUP as CRUD, openTestGateway, createToken } from './test-gateway.ts';

const GATHER_MS = 20;

test('[COUNTS-1] counts are absolute and sent at most once a second per crud', async () => {
  await using gateway = await openTestGateway();
  const socket = gateway.connect({ token: createToken(ANNA) });
  const received = recordFrames(socket);
  await waitForFrame(socket, 'ready');
  for (let second = 0; second < 3; second += 1) {
    const countsFrame = waitForFrame(socket, 'counts');
    for (let count = 0; count < 10; count += 1) gateway.like(CRUD);
    gateway.timers.advance(second === 0 ? GATHER_MS : COUNTS_EVERY_MS);
    await flushPendingWork();
    gateway.timers.advance(GATHER_MS);
    const [counts] = (await countsFrame).activities;
    expect(counts).toMatchObject({ uuid: CRUD, likes_count: (second + 1) * 10, version: second + 1 });
  }
  expect(received.filter(([name]) => name === 'counts')).toHaveLength(3);
});

test('[COUNTS-2] the events up to the cursor of counts are sent first, also when their envelopes were lost', async () => {
  await using gateway = await openTestGateway();
  const socket = gateway.connect({ token: createToken(ANNA) });
  const received = recordFrames(socket);
  await waitForFrame(socket, 'ready');
  gateway.write('public', { lost: true });
  gateway.write('public', { lost: true });
  gateway.like(CRUD);
  const countsFrame = waitForFrame(socket, 'counts');
  gateway.timers.advance(GATHER_MS);
  expect((await countsFrame).activities).toMatchObject([{ as_of: '2.t2' }]);
  expect(received.map(([name]) => name)).toEqual(['ready', 'events', 'counts']);
});

test('[COUNTS-3] a failed read of the store skips one counts message and nothing else', async () => {
  await using gateway = await openTestGateway();
  const socket = gateway.connect({ token: createToken(ANNA) });
  await waitForFrame(socket, 'ready');
  gateway.write('public', { lost: true });
  gateway.log.setBroken(true);
  gateway.like(CRUD);
  gateway.timers.advance(GATHER_MS);
  await flushPendingWork();
  gateway.log.setBroken(false);
  gateway.like(CRUD);
  const countsFrame = waitForFrame(socket, 'counts');
  gateway.timers.advance(COUNTS_EVERY_MS);
  gateway.timers.advance(GATHER_MS);
  expect((await countsFrame).activities).toMatchObject([{ likes_count: 2 }]);
});
