import { HEAD_EVERY_MS } from '@cruddur/shared';
import { expect, test } from 'vitest';
import { until } from '../../../support/until.ts';
import { flushPendingWork } from '../streams/silent-logger.ts';
import { syncOwn, waitForFrame } from './protocol-client.ts';
import { ANNA, openTestGateway, personalStream, type TestGateway } from './test-gateway.ts';

async function openQuietSocket(gateway: TestGateway, auth?: object) {
  const { socket, frames } = await gateway.open(ANNA, auth);
  socket.emit('quiet', { stream: 'public' });
  await syncOwn(socket);
  const publicSeqs = () =>
    frames
      .flatMap(([name, frame]) => (name === 'events' && frame.stream === 'public' ? frame.events : []))
      .map(({ seq }) => seq);
  return { socket, frames, publicSeqs };
}

test('[QUIET-1] a quiet socket gets no public events but their head, and its own stream at once', async () => {
  await using gateway = await openTestGateway();
  const { socket, frames, publicSeqs } = await openQuietSocket(gateway);
  for (let count = 0; count < 3; count += 1) gateway.write('public');
  const own = waitForFrame(socket, 'events');
  gateway.write(personalStream(ANNA));
  expect(await own).toMatchObject({ stream: 'me', events: [{ seq: 1 }] });
  const head = waitForFrame(socket, 'head');
  gateway.timers.advance(2 * HEAD_EVERY_MS);
  expect(await head).toMatchObject({ public: '3.t3', me: '1.t4' });
  expect(publicSeqs()).toEqual([]);
  expect(frames[0]).toMatchObject(['ready', { accepts: ['quiet', 'viewing'] }]);
});

test('[QUIET-1] a sync of the public stream ends the quiet: the missed events come as frames before its reply, encoded once for all sockets with that cursor', async () => {
  await using gateway = await openTestGateway();
  const sockets = await Promise.all(Array.from({ length: 5 }, () => openQuietSocket(gateway)));
  for (let count = 0; count < 3; count += 1) gateway.write('public');
  let encoded = 0;
  for (const { data } of gateway.log.eventsOf('public'))
    Object.assign(data ?? {}, { toJSON: () => ({ unread: (encoded += 1) }) });
  for (const { socket, publicSeqs } of sockets) {
    const reply = await socket.emitWithAck('sync', { stream: 'public', after: '0.0' });
    expect(reply).toEqual({ ok: true, events: [], head: '3.t3', more: false });
    expect(publicSeqs()).toEqual([1, 2, 3]);
  }
  expect(encoded).toBe(3);
  gateway.timers.advance(10);
  gateway.write('public');
  await until(() => sockets.every(({ publicSeqs }) => publicSeqs().length === 4), {
    what: 'events are sent again',
  });
  const next = await sockets[0]?.socket.emitWithAck('sync', { stream: 'public', after: '3.t3' });
  expect(next).toMatchObject({ events: [{ seq: 4 }] });
});

test('[QUIET-1] a quiet socket that is further behind than the memory syncs from the log, and gets new events meanwhile', async () => {
  await using gateway = await openTestGateway();
  const { socket, publicSeqs } = await openQuietSocket(gateway);
  for (let count = 0; count < 600; count += 1) gateway.write('public');
  const reply = await socket.emitWithAck('sync', { stream: 'public', after: '0.0' });
  expect(reply).toMatchObject({ ok: true, more: true });
  gateway.timers.advance(10);
  gateway.write('public');
  await until(() => publicSeqs().includes(601), { what: 'events are sent again' });
});

test('[QUIET-1] a socket starts quiet if its handshake says so, keeps its cursor, and is reset with all others', async () => {
  await using gateway = await openTestGateway();
  for (let count = 0; count < 3; count += 1) gateway.write('public');
  const cursors = { public: '1.t1', me: '0.0' };
  const { socket, frames } = await gateway.open(ANNA, { cursors, quiet: true });
  expect(frames[0]).toMatchObject(['ready', { mode: 'resume', heads: { public: '3.t3' } }]);
  gateway.write('public');
  await flushPendingWork();
  expect(frames).toHaveLength(1);
  gateway.log.restore('public', 0);
  for (let count = 0; count < 4; count += 1) gateway.write('public', { lost: true });
  const reset = waitForFrame(socket, 'ready');
  await until(() => (gateway.timers.advance(1000), frames.length > 1), { what: 'the socket is reset' });
  expect(await reset).toMatchObject({ mode: 'reset' });
  expect(frames.some(([name]) => name === 'events')).toBe(false);
});

test('a malformed quiet frame changes nothing, and ten of them close the socket as too_many', async () => {
  await using gateway = await openTestGateway();
  const { socket } = await gateway.open();
  const bye = waitForFrame(socket, 'bye');
  socket.emit('quiet', { stream: 'me' } as never);
  await syncOwn(socket);
  const events = waitForFrame(socket, 'events');
  gateway.write('public');
  await events;
  for (let count = 0; count < 9; count += 1) socket.emit('quiet', null as never);
  expect(await bye).toEqual({ code: 'too_many' });
});
