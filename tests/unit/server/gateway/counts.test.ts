import { COUNTS_EVERY_MS } from '@cruddur/shared';
import { expect, test } from 'vitest';
import { until } from '../../../support/until.ts';
import { syncOwn, waitForFrame } from './protocol-client.ts';
import { flushPendingWork } from '../streams/silent-logger.ts';
import { uuidOf } from '../../client/sync/sample-events.ts';
import { ANNA, BEN, GROUP as CRUD, openTestGateway, type TestGateway } from './test-gateway.ts';

const GATHER_MS = 20;
const OTHER = '00000000-0000-4000-8000-0000000000bb';

async function openViewer(gateway: TestGateway, sub = ANNA) {
  const { socket, frames } = await gateway.open(sub);
  const received = () =>
    frames.flatMap(([name, frame]) => (name === 'counts' ? frame.activities.map(({ uuid }) => uuid) : []));
  const view = async (added: string[], removed: string[] = []) => {
    socket.emit('viewing', { added, removed });
    await syncOwn(socket);
    await flushPendingWork();
  };
  return { socket, frames, received, view };
}

/** Publishes the counts of one more like. */
async function publishLike(gateway: TestGateway, uuid: string): Promise<void> {
  gateway.like(uuid);
  gateway.timers.advance(COUNTS_EVERY_MS);
  await flushPendingWork();
  gateway.timers.advance(GATHER_MS);
  await flushPendingWork();
}

test('[COUNTS-1] counts are absolute and sent at most once a second per crud', async () => {
  await using gateway = await openTestGateway();
  const { socket, received } = await openViewer(gateway);
  for (let second = 0; second < 3; second += 1) {
    const countsFrame = waitForFrame(socket, 'counts');
    for (let count = 0; count < 10; count += 1) gateway.like(CRUD);
    gateway.timers.advance(second === 0 ? GATHER_MS : COUNTS_EVERY_MS);
    await flushPendingWork();
    gateway.timers.advance(GATHER_MS);
    const [counts] = (await countsFrame).activities;
    expect(counts).toMatchObject({ uuid: CRUD, likes_count: (second + 1) * 10, version: second + 1 });
  }
  expect(received()).toHaveLength(3);
});

test('[COUNTS-2] the events up to the cursor of counts are sent first, also when their envelopes were lost', async () => {
  await using gateway = await openTestGateway();
  const { socket, frames } = await openViewer(gateway);
  gateway.write('public', { lost: true });
  gateway.write('public', { lost: true });
  gateway.like(CRUD);
  const countsFrame = waitForFrame(socket, 'counts');
  gateway.timers.advance(GATHER_MS);
  expect((await countsFrame).activities).toMatchObject([{ as_of: '2.t2' }]);
  expect(frames.map(([name]) => name)).toEqual(['ready', 'events', 'counts']);
});

test('a failed read of the store skips one counts message and nothing else', async () => {
  await using gateway = await openTestGateway();
  const { socket } = await openViewer(gateway);
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

test('[COUNTS-4, COUNTS-9] a socket gets the counts of the cruds on its screen only, and those of an added one at once; one that has reported none gets all', async () => {
  await using gateway = await openTestGateway();
  const ann = await openViewer(gateway);
  const ben = await openViewer(gateway, BEN);
  const all = await openViewer(gateway);
  await ann.view([CRUD]);
  await ben.view([]);
  await until(() => ann.received().length === 1, { what: 'the added crud is answered' });
  await publishLike(gateway, CRUD);
  await publishLike(gateway, OTHER);
  await until(() => all.received().length === 2, { what: 'the counts are sent' });
  expect([ann.received(), ben.received()]).toEqual([[CRUD, CRUD], []]);
  await ann.view([OTHER], [CRUD]);
  await publishLike(gateway, CRUD);
  await publishLike(gateway, OTHER);
  await until(() => all.received().length === 4, { what: 'the counts are sent' });
  expect(ann.received().slice(2)).toEqual([OTHER, OTHER]);
  expect(ben.received()).toEqual([]);
});

test('[COUNTS-9] counts that a quiet socket was due follow the events that end its quiet', async () => {
  await using gateway = await openTestGateway();
  const { socket, frames, view, received } = await openViewer(gateway);
  socket.emit('quiet', { stream: 'public' });
  gateway.timers.advance(10);
  await view([CRUD]);
  gateway.write('public');
  await publishLike(gateway, CRUD);
  expect(received()).toEqual([]);
  await socket.emitWithAck('sync', { stream: 'public', after: '0.0' });
  await until(() => received().length === 1, { what: 'the counts are received' });
  expect(frames.map(([name]) => name)).toEqual(['ready', 'events', 'counts']);
});

test('counts wait for the frame of the events before them and do not send it earlier', async () => {
  await using gateway = await openTestGateway();
  const { frames } = await openViewer(gateway);
  gateway.like(CRUD);
  gateway.timers.advance(GATHER_MS - 0.5);
  gateway.write('public');
  await flushPendingWork();
  gateway.write('public');
  // The counts are read now; the frame of the second event is due half a millisecond later.
  gateway.timers.advance(0.5);
  await flushPendingWork();
  gateway.write('public');
  gateway.timers.advance(0.5);
  await until(() => frames.some(([name]) => name === 'counts'), { what: 'the counts are received' });
  const contents = frames.map(([name, frame]) => (name === 'events' ? frame.events.length : name));
  expect(contents).toEqual(['ready', 1, 2, 'counts']);
});

test('[COUNTS-9] a malformed report or one of too many cruds changes nothing, and ten close the socket', async () => {
  await using gateway = await openTestGateway();
  const { socket, received, view } = await openViewer(gateway);
  await view(['not a uuid']);
  await view(Array.from({ length: 65 }, (_, index) => uuidOf(index)));
  await publishLike(gateway, CRUD);
  await until(() => received().length === 1, { what: 'all counts are still received' });
  const bye = waitForFrame(socket, 'bye');
  for (let count = 0; count < 8; count += 1) socket.emit('viewing', { added: 'all' } as never);
  expect(await bye).toEqual({ code: 'too_many' });
});
