import { formatCursor } from '@cruddur/shared';
import { expect, test } from 'vitest';
import { until } from '../../support/until.ts';
import { flushPendingWork } from '../streams/silent-logger.ts';
import { waitForFrame, recordFrames, ProtocolClient } from './protocol-client.ts';
import { ANNA, BEN, GROUP, personalStream, openTestGateway, createToken } from './test-gateway.ts';

test('[STREAM-10] a socket without cursors starts at the heads and receives every later event', async () => {
  await using gateway = await openTestGateway();
  gateway.write('public', { lost: true });
  const socket = gateway.connect({ token: createToken(ANNA) });
  const ready = await waitForFrame(socket, 'ready');
  expect(ready).toMatchObject({ mode: 'resume', heads: { public: '1.t1', me: '0.0' } });
  gateway.write('public');
  expect(await waitForFrame(socket, 'events')).toMatchObject({ stream: 'public', events: [{ seq: 2 }] });
  gateway.write(personalStream(ANNA));
  expect(await waitForFrame(socket, 'events')).toMatchObject({ stream: 'me', events: [{ seq: 1 }] });
});

test('[STREAM-11] a socket never receives another user’s stream', async () => {
  await using gateway = await openTestGateway();
  const anna = gateway.connect({ token: createToken(ANNA) });
  const received = recordFrames(anna);
  await waitForFrame(anna, 'ready');
  gateway.write(personalStream(BEN));
  gateway.write(personalStream(ANNA));
  await waitForFrame(anna, 'events');
  expect(received.filter(([name]) => name === 'events')).toHaveLength(1);
});

test('[STREAM-12] a socket with cursors receives `ready`, then the missed events, then the new ones', async () => {
  await using gateway = await openTestGateway();
  for (let count = 0; count < 1300; count += 1) gateway.write('public', { lost: true });
  gateway.write(personalStream(ANNA), { lost: true });
  const socket = gateway.connect({ token: createToken(ANNA), cursors: { public: '0.0', me: '0.0' } });
  const received = recordFrames(socket);
  const client = new ProtocolClient();
  client.attachTo(socket);
  await until(() => client.applied.public.length === 1300 && client.applied.me.length === 1, {
    what: 'every event is received',
  });
  gateway.write('public');
  await until(() => client.applied.public.length === 1301, { what: 'the next event is received' });
  expect(received[0]).toMatchObject(['ready', { mode: 'resume' }]);
  expect(client.applied.public).toEqual(gateway.log.eventsOf('public'));
});

test('[STREAM-13] a cursor of another history is reset to the head', async () => {
  await using gateway = await openTestGateway();
  gateway.write('public');
  for (const cursor of ['1.other', '7.x', 'nonsense']) {
    const socket = gateway.connect({ token: createToken(ANNA), cursors: { public: cursor } });
    expect(await waitForFrame(socket, 'ready')).toMatchObject({ mode: 'reset', heads: { public: '1.t1' } });
  }
});

test('[STREAM-13] a cursor above the reader is compared with the store before a reset', async () => {
  await using gateway = await openTestGateway();
  await waitForFrame(gateway.connect({ token: createToken(BEN) }), 'ready');
  gateway.write('public', { lost: true });
  gateway.write('public', { lost: true });
  const [, second] = gateway.log.eventsOf('public');
  const cursor = second && formatCursor(second);
  const socket = gateway.connect({ token: createToken(ANNA), cursors: { public: cursor } });
  expect(await waitForFrame(socket, 'ready')).toMatchObject({ mode: 'resume' });
  gateway.write('public');
  const events = waitForFrame(socket, 'events');
  gateway.timers.advance(10);
  expect(await events).toMatchObject({ events: [{ seq: 3 }] });
});

test('[STREAM-14] a restored store resets the open sockets, spread over two seconds', async () => {
  await using gateway = await openTestGateway();
  gateway.write('public', { lost: true });
  gateway.write('public', { lost: true });
  const socket = gateway.connect({ token: createToken(ANNA) });
  await waitForFrame(socket, 'ready');
  gateway.log.restore('public', 1);
  const ready = waitForFrame(socket, 'ready');
  await gateway.readers.refreshHeads();
  await until(
    () => (
      gateway.timers.advance(1000),
      gateway.readers.refreshHeads().then(() => gateway.log.countReads() > 6)
    ),
    {
      what: 'the head was read again',
    },
  );
  expect(await ready).toMatchObject({ mode: 'reset', heads: { public: '1.t1' } });
  gateway.write('public');
  expect(await waitForFrame(socket, 'events')).toMatchObject({ events: [{ seq: 2 }] });
});

test('[STREAM-15] `head` states after five seconds without a frame the socket’s cursors after everything sent before', async () => {
  await using gateway = await openTestGateway();
  const socket = gateway.connect({ token: createToken(ANNA) });
  const received = recordFrames(socket);
  await waitForFrame(socket, 'ready');
  for (let count = 0; count < 3; count += 1) gateway.write('public');
  const head = waitForFrame(socket, 'head');
  for (let second = 0; second < 5; second += 1) gateway.timers.advance(1000);
  expect(await head).toMatchObject({ public: '3.t3', me: '0.0' });
  expect(received.map(([name]) => name)).toEqual(['ready', 'events', 'head']);
});

test('[STREAM-15] a socket that receives frames gets a `head` every thirty seconds only', async () => {
  await using gateway = await openTestGateway();
  const socket = gateway.connect({ token: createToken(ANNA) });
  const received = recordFrames(socket);
  await waitForFrame(socket, 'ready');
  const heads = () => received.flatMap(([name, frame]) => (name === 'head' ? [frame] : []));
  for (let second = 0; second < 29; second += 1) {
    if (second % 4 === 0) gateway.write('public');
    await flushPendingWork();
    gateway.timers.advance(1000);
  }
  await socket.emitWithAck('sync', { stream: 'me', after: '0.0' });
  expect(heads()).toEqual([]);
  const head = waitForFrame(socket, 'head');
  gateway.timers.advance(1000);
  expect(await head).toMatchObject({ public: '8.t8', me: '0.0' });
});

test('[STREAM-16] `sync` answers with at most 500 events after a cursor, or with a reset for an unknown one', async () => {
  await using gateway = await openTestGateway();
  for (let count = 0; count < 501; count += 1) gateway.write('public', { lost: true });
  const socket = gateway.connect({ token: createToken(ANNA) });
  await waitForFrame(socket, 'ready');
  const first = await socket.emitWithAck('sync', { stream: 'public', after: '0.0' });
  expect(first).toMatchObject({ ok: true, more: true, head: '501.t501' });
  const seqs = first.ok ? first.events.map(({ seq }) => seq) : [];
  expect(seqs).toEqual(Array.from({ length: seqs.length }, (_, index) => index + 1));
  expect(seqs.length).toBeGreaterThan(100);
  expect(seqs.length).toBeLessThanOrEqual(500);
  const rest = await socket.emitWithAck('sync', { stream: 'public', after: '500.t500' });
  expect(rest).toMatchObject({ ok: true, more: false, events: [{ seq: 501 }] });
  const unknown = await socket.emitWithAck('sync', { stream: 'public', after: '500.other' });
  // A client that starts at this head gets the next event.
  expect(unknown).toEqual({ ok: false, reset: true, head: '501.t501' });
  const events = waitForFrame(socket, 'events');
  gateway.write('public');
  expect(await events).toMatchObject({ stream: 'public', events: [{ seq: 502 }] });
});

test('[STREAM-17] typing is sent to the members of the conversation, once in three seconds', async () => {
  await using gateway = await openTestGateway();
  const [anna, ben] = [
    gateway.connect({ token: createToken(ANNA) }),
    gateway.connect({ token: createToken(BEN) }),
  ];
  const received = recordFrames(ben);
  await Promise.all([waitForFrame(anna, 'ready'), waitForFrame(ben, 'ready')]);
  anna.emit('typing', { message_group_uuid: GROUP });
  expect(await waitForFrame(ben, 'typing')).toMatchObject({ message_group_uuid: GROUP, handle: 'a' });
  anna.emit('typing', { message_group_uuid: GROUP });
  // Ben is no member of any conversation of Anna's.
  ben.emit('typing', { message_group_uuid: GROUP });
  await Promise.all([anna, ben].map((one) => one.emitWithAck('sync', { stream: 'me', after: '0.0' })));
  expect(received.filter(([name]) => name === 'typing')).toHaveLength(1);
});
