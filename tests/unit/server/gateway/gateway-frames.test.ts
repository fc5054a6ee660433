import { FRAME_SENT_MAX_BYTES, MESSAGE_MAX, NESTED_REPLIES_MAX, type StreamEvent } from '@cruddur/shared';
import { expect, test } from 'vitest';
import { encodeFrames, takeChunk } from '../../../../server/src/streams/event-frames.ts';
import { encodeMessage } from '../../../../server/src/streams/wire-frames.ts';
import { until } from '../../../support/until.ts';
import { flushPendingWork } from '../streams/silent-logger.ts';
import { createCrud, createEvent, uuidOf } from '../../client/sync/sample-events.ts';
import { recordFrames } from './protocol-client.ts';
import { ANNA, BEN, openTestGateway, createToken } from './test-gateway.ts';

const SOCKETS = 30;

test('a chunk encodes the events that fit into it and one more, whatever follows them', () => {
  let encoded = 0;
  const events = Array.from({ length: 500 }, (_, seq) => {
    const data = createCrud(seq);
    const event = createEvent(seq + 1, { kind: 'activity.created', data });
    return Object.assign(event, { toJSON: () => ({ ...event, toJSON: void (encoded += 1) }) });
  });
  const chunk = takeChunk(events);
  expect(JSON.stringify(chunk).length).toBeLessThan(FRAME_SENT_MAX_BYTES);
  expect(chunk.length).toBeGreaterThan(30);
  expect(encoded).toBe(2 * chunk.length + 1);
});

test('events within 10 ms are one frame, encoded once for all receivers', async () => {
  await using gateway = await openTestGateway({ maxPerPerson: SOCKETS });
  const sockets = await Promise.all(Array.from({ length: SOCKETS }, () => gateway.open()));
  const heard = sockets.map(({ frames }) => frames);
  let encoded = 0;
  const event = gateway.log.eventsOf('public');
  const writeCounted = (count: number) => {
    for (let written = 0; written < count; written += 1) {
      gateway.write('public');
      // Each event counts how often it is serialised.
      Object.assign(event.at(-1)?.data ?? {}, { toJSON: () => ({ unread: (encoded += 1) }) });
    }
  };
  const waitForFrames = (count: number) =>
    until(() => heard.every((frames) => frames.filter(([name]) => name === 'events').length === count), {
      what: `all sockets have received ${count} frames`,
    });
  // Sent at once,
  writeCounted(4);
  await waitForFrames(1);
  // collected until 10 ms after it.
  for (let count = 0; count < 3; count += 1) {
    writeCounted(2);
    await flushPendingWork();
  }
  gateway.timers.advance(10);
  await waitForFrames(2);
  expect(encoded).toBe(10);
  expect(heard[0]?.filter(([name]) => name === 'events').map(([, frame]) => frame)).toMatchObject([
    { events: { length: 4 } },
    { events: { length: 6 } },
  ]);
});

test('the missed events of many sockets with one cursor are encoded once for all of them', async () => {
  await using gateway = await openTestGateway({ maxPerPerson: SOCKETS + 1 });
  await gateway.open();
  for (let count = 0; count < 300; count += 1) gateway.write('public');
  await flushPendingWork();
  let encoded = 0;
  // Long enough for the longest kind of frame, and with characters of more than one byte.
  const data = { unread: 1, padding: 'ü'.repeat(300), toJSON: () => ({ unread: (encoded += 1) }) };
  for (const event of gateway.log.eventsOf('public').slice(-200)) Object.assign(event.data ?? {}, data);
  const cursors = { public: '2.t2', me: '0.0' };
  const sockets = await Promise.all(Array.from({ length: SOCKETS }, () => gateway.open(ANNA, { cursors })));
  const heard = sockets.map(({ frames }) => frames);
  await until(() => heard.every((frames) => frames.length === 2), { what: 'all have the missed events' });
  gateway.write('public');
  gateway.timers.advance(10);
  await until(() => heard.every((frames) => frames.length === 3), { what: 'all sockets have received it' });
  for (const frames of heard) {
    expect(frames.map(([name]) => name)).toEqual(['ready', 'events', 'events']);
    const seqs = frames
      .flatMap(([name, frame]) => (name === 'events' ? frame.events : []))
      .map(({ seq }) => seq);
    expect(seqs).toEqual(Array.from({ length: 299 }, (_, index) => index + 3));
  }
  expect(encoded).toBe(200);
});

test('[STREAM-24] missed events, `sync` answers and simultaneous events and counts come in frames of at most 32 KB', async () => {
  await using gateway = await openTestGateway();
  await gateway.open(BEN);
  const writePadded = () => {
    gateway.write('public');
    Object.assign(gateway.log.eventsOf('public').at(-1)?.data ?? {}, { padding: 'ü'.repeat(700) });
  };
  for (let count = 0; count < 300; count += 1) writePadded();
  gateway.timers.advance(10);
  const socket = gateway.connect({ token: createToken(ANNA), cursors: { public: '2.t2', me: '0.0' } });
  const frames = recordFrames(socket);
  const sizes: number[] = [];
  socket.io.engine.on('packet', ({ data }: { data?: unknown }) => {
    if (typeof data === 'string') sizes.push(Buffer.byteLength(data));
  });
  const countEvents = () => frames.flatMap(([name, frame]) => (name === 'events' ? frame.events : [])).length;
  const countCounts = () =>
    frames.flatMap(([name, frame]) => (name === 'counts' ? frame.activities : [])).length;
  await until(() => countEvents() === 298, { what: 'every missed event has arrived' });
  expect(sizes.length).toBeGreaterThan(10);
  const answer = await socket.emitWithAck('sync', { stream: 'public', after: '2.t2' });
  expect(answer).toMatchObject({ ok: true, more: true });
  for (let count = 0; count < 400; count += 1) {
    writePadded();
    gateway.like(uuidOf(count));
  }
  const hasAll = () => {
    gateway.timers.advance(20);
    return countEvents() === 698 && countCounts() === 400;
  };
  await until(hasAll, { what: 'all events and counts have arrived' });
  expect(Math.max(...sizes)).toBeLessThanOrEqual(FRAME_SENT_MAX_BYTES);
});

test('[STREAM-24] no single event is larger than a frame', () => {
  const person = { handle: 'a'.repeat(20), display_name: '\u0001'.repeat(50), cognito_user_uuid: uuidOf(1) };
  const most = 2 ** 31;
  const crud = createCrud(1, {
    ...{ ...person, message: '\u0001'.repeat(MESSAGE_MAX), reply_to_activity_uuid: uuidOf(1) },
    ...{ avatar_version: most, replies_count: most, reposts_count: most, likes_count: most },
  });
  const actor = { ...person, avatar_version: most };
  const flags = { liked: false, reposted: false, unread: true, others: most };
  const nested = Array.from({ length: NESTED_REPLIES_MAX }, (_, n) => uuidOf(n));
  const events = [
    createEvent(2 ** 52, {
      kind: 'notification.created',
      data: { ...crud, ...flags, reason: 'mention', actor, notified_at: crud.created_at },
    }),
    createEvent(2 ** 52, { kind: 'activity.deleted', data: { uuid: uuidOf(1), nested } }),
  ];
  for (const event of events) {
    const [frame] = encodeFrames('public', [event]).frames;
    expect(frame?.bytes.length).toBeLessThanOrEqual(FRAME_SENT_MAX_BYTES);
  }
});

test('a frame of any length has a valid WebSocket header', () => {
  const lengths = ['', 'ü'.repeat(200), 'ü'.repeat(70_000)].map((tag) => {
    const event: StreamEvent = { ...createEvent(1, { kind: 'void', data: null }), tag };
    const { bytes } = encodeMessage('events', { stream: 'me', events: tag === '' ? [] : [event] });
    expect(bytes.readUInt8(0)).toBe(0x81);
    const short = bytes.readUInt8(1);
    if (short === 127) expect(bytes.length).toBe(10 + Number(bytes.readBigUInt64BE(2)));
    else expect(bytes.length).toBe(short === 126 ? 4 + bytes.readUInt16BE(2) : 2 + short);
    return short;
  });
  expect(lengths.slice(1)).toEqual([126, 127]);
});
