import { formatCursor } from '@cruddur/shared';
import { expect, test } from 'vitest';
import { createFollower } from '../../../support/sockets.ts';
import { until } from '../../../support/until.ts';
import { flushPendingWork } from '../streams/silent-logger.ts';
import { waitForFrame, recordFrames, syncOwn } from './protocol-client.ts';
import { ANNA, BEN, GROUP, personalStream, openTestGateway, createToken } from './test-gateway.ts';

test('[STREAM-12, STREAM-11] a socket without cursors starts at the heads and receives every later event, but none of another user’s stream', async () => {
  await using gateway = await openTestGateway();
  gateway.write('public', { lost: true });
  const { socket, frames } = await gateway.open();
  expect(frames[0]).toMatchObject(['ready', { mode: 'resume', heads: { public: '1.t1', me: '0.0' } }]);
  gateway.write('public');
  expect(await waitForFrame(socket, 'events')).toMatchObject({ stream: 'public', events: [{ seq: 2 }] });
  gateway.write(personalStream(BEN));
  gateway.write(personalStream(ANNA));
  expect(await waitForFrame(socket, 'events')).toMatchObject({ stream: 'me', events: [{ seq: 1 }] });
  expect(frames).toHaveLength(3);
});

test('[STREAM-12] a socket with cursors receives `ready`, then the missed events, then the new ones', async () => {
  await using gateway = await openTestGateway();
  for (let count = 0; count < 1300; count += 1) gateway.write('public', { lost: true });
  gateway.write(personalStream(ANNA), { lost: true });
  const cursors = { public: '0.0', me: '0.0' };
  const socket = gateway.connect({ token: createToken(ANNA), cursors });
  const received = recordFrames(socket);
  const { applied } = createFollower(socket, cursors);
  await until(() => applied.public.length === 1300 && applied.me.length === 1, {
    what: 'every event is received',
  });
  gateway.write('public');
  await until(() => applied.public.length === 1301, { what: 'the next event is received' });
  expect(received[0]).toMatchObject(['ready', { mode: 'resume' }]);
  expect(applied.public).toEqual(gateway.log.eventsOf('public'));
});

test('[STREAM-13] a cursor of another history is reset to the head', async () => {
  await using gateway = await openTestGateway();
  gateway.write('public');
  for (const cursor of ['1.other', '7.x', 'nonsense']) {
    const { frames } = await gateway.open(ANNA, { cursors: { public: cursor } });
    expect(frames).toMatchObject([['ready', { mode: 'reset', heads: { public: '1.t1' } }]]);
  }
});

test('[STREAM-13] a cursor above the reader is compared with the store before a reset', async () => {
  await using gateway = await openTestGateway();
  await gateway.open(BEN);
  gateway.write('public', { lost: true });
  gateway.write('public', { lost: true });
  const [, second] = gateway.log.eventsOf('public');
  const { socket, frames } = await gateway.open(ANNA, {
    cursors: { public: second && formatCursor(second) },
  });
  expect(frames).toMatchObject([['ready', { mode: 'resume' }]]);
  gateway.write('public');
  const events = waitForFrame(socket, 'events');
  gateway.timers.advance(10);
  expect(await events).toMatchObject({ events: [{ seq: 3 }] });
});

test('[STREAM-13] a restored store resets the open sockets, spread over two seconds', async () => {
  await using gateway = await openTestGateway();
  gateway.write('public', { lost: true });
  gateway.write('public', { lost: true });
  const { socket } = await gateway.open();
  gateway.log.restore('public', 1);
  const ready = waitForFrame(socket, 'ready');
  await gateway.readers.refreshHeads();
  const refresh = async () => {
    gateway.timers.advance(1000);
    await gateway.readers.refreshHeads();
    return gateway.log.countReads() > 6;
  };
  await until(refresh, { what: 'the head was read again' });
  expect(await ready).toMatchObject({ mode: 'reset', heads: { public: '1.t1' } });
  gateway.write('public');
  expect(await waitForFrame(socket, 'events')).toMatchObject({ events: [{ seq: 2 }] });
});

test('[STREAM-15] `head` states after five seconds without a frame the socket’s cursors after everything sent before', async () => {
  await using gateway = await openTestGateway();
  const { socket, frames } = await gateway.open();
  for (let count = 0; count < 3; count += 1) gateway.write('public');
  const head = waitForFrame(socket, 'head');
  for (let second = 0; second < 5; second += 1) gateway.timers.advance(1000);
  expect(await head).toMatchObject({ public: '3.t3', me: '0.0' });
  expect(frames.map(([name]) => name)).toEqual(['ready', 'events', 'head']);
});

test('[STREAM-15] a socket that receives frames gets a `head` every thirty seconds only', async () => {
  await using gateway = await openTestGateway();
  const { socket, frames } = await gateway.open();
  for (let second = 0; second < 29; second += 1) {
    if (second % 4 === 0) gateway.write('public');
    await flushPendingWork();
    gateway.timers.advance(1000);
  }
  await syncOwn(socket);
  expect(frames.some(([name]) => name === 'head')).toBe(false);
  const head = waitForFrame(socket, 'head');
  gateway.timers.advance(1000);
  expect(await head).toMatchObject({ public: '8.t8', me: '0.0' });
});

test('[STREAM-16] `sync` answers with at most 500 events after a cursor, or with a reset for an unknown one', async () => {
  await using gateway = await openTestGateway();
  for (let count = 0; count < 501; count += 1) gateway.write('public', { lost: true });
  const { socket } = await gateway.open();
  const sync = (after: string) => socket.emitWithAck('sync', { stream: 'public', after });
  const first = await sync('0.0');
  expect(first).toMatchObject({ ok: true, more: true, head: '501.t501' });
  const seqs = first.ok ? first.events.map(({ seq }) => seq) : [];
  expect(seqs).toEqual(Array.from({ length: seqs.length }, (_, index) => index + 1));
  expect(seqs.length).toBeGreaterThan(100);
  expect(seqs.length).toBeLessThanOrEqual(500);
  expect(await sync('500.t500')).toMatchObject({ ok: true, more: false, events: [{ seq: 501 }] });
  // A client that starts at this head gets the next event.
  expect(await sync('500.other')).toEqual({ ok: false, reset: true, head: '501.t501' });
  const events = waitForFrame(socket, 'events');
  gateway.write('public');
  expect(await events).toMatchObject({ stream: 'public', events: [{ seq: 502 }] });
});

test.each(['typing', 'presence'] as const)(
  '[STREAM-17] %s is sent to the members of the conversation only, at most once per interval',
  async (kind) => {
    await using gateway = await openTestGateway();
    const [anna, ben] = [await gateway.open(), await gateway.open(BEN)];
    const heard = waitForFrame(ben.socket, kind);
    for (let time = 0; time < 3; time += 1) anna.socket.emit(kind, { message_group_uuid: GROUP });
    const group = kind === 'typing' && { message_group_uuid: GROUP };
    expect(await heard).toMatchObject({ handle: 'a', ...group });
    // Ben is no member of any conversation of Anna's.
    ben.socket.emit(kind, { message_group_uuid: GROUP });
    await Promise.all([syncOwn(anna.socket), syncOwn(ben.socket)]);
    expect(ben.frames.filter(([name]) => name === kind)).toHaveLength(1);
    expect(anna.frames.filter(([name]) => name === kind)).toEqual([]);
  },
);
