import { FRAME_SENT_MAX_BYTES, MESSAGE_MAX, NESTED_REPLIES_MAX, type StreamEvent } from '@cruddur/shared';
import { expect, test } from 'vitest';
import { encodeFrames } from '../../../server/src/streams/event-frames.ts';
import { encodeMessage } from '../../../server/src/streams/wire-frames.ts';
import { until } from '../../support/until.ts';
import { flushPendingWork } from '../streams/silent-logger.ts';
import { waitForFrame, recordFrames } from './protocol-client.ts';
import { ANNA, openTestGateway, createToken } from './test-gateway.ts';

const SOCKETS = 30;

test('[STREAM-21] events within 10 ms are one frame, encoded once for all receivers', async () => {
  await using gateway = await openTestGateway({ maxPerPerson: SOCKETS });
  const sockets = Array.from({ length: SOCKETS }, () => gateway.connect({ token: createToken(ANNA) }));
  const heard = sockets.map((socket) => recordFrames(socket));
  await Promise.all(sockets.map((socket) => waitForFrame(socket, 'ready')));
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

test('[STREAM-23] the missed events of many sockets with one cursor are encoded once for all of them', async () => {
  await using gateway = await openTestGateway({ maxPerPerson: SOCKETS + 1 });
  await waitForFrame(gateway.connect({ token: createToken(ANNA) }), 'ready');
  for (let count = 0; count < 300; count += 1) gateway.write('public');
  await flushPendingWork();
  let encoded = 0;
  // Long enough for the longest kind of frame, and with characters of more than one byte.
  const data = { unread: 1, padding: 'ü'.repeat(300), toJSON: () => ({ unread: (encoded += 1) }) };
  for (const event of gateway.log.eventsOf('public').slice(-200)) Object.assign(event.data ?? {}, data);
  const cursors = { public: '2.t2', me: '0.0' };
  const sockets = Array.from({ length: SOCKETS }, () =>
    gateway.connect({ token: createToken(ANNA), cursors }),
  );
  const heard = sockets.map((socket) => recordFrames(socket));
  await Promise.all(sockets.map((socket) => waitForFrame(socket, 'events')));
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

test('[STREAM-24] missed events and `sync` answers come in frames that a slow connection receives in time', async () => {
  await using gateway = await openTestGateway();
  await waitForFrame(gateway.connect({ token: createToken(ANNA) }), 'ready');
  for (let count = 0; count < 300; count += 1) gateway.write('public');
  gateway.timers.advance(10);
  for (const event of gateway.log.eventsOf('public'))
    Object.assign(event.data ?? {}, { padding: 'ü'.repeat(700) });
  const cursors = { public: '2.t2', me: '0.0' };
  const socket = gateway.connect({ token: createToken(ANNA), cursors });
  const frames = recordFrames(socket);
  const isLevel = () =>
    frames.flatMap(([name, frame]) => (name === 'events' ? frame.events : [])).length === 298;
  await until(isLevel, { what: 'every event has arrived' });
  const sizes = frames.flatMap(([name, frame]) => (name === 'events' ? sizeOf(frame) : []));
  expect(sizes.length).toBeGreaterThan(10);
  expect(Math.max(...sizes)).toBeLessThanOrEqual(FRAME_SENT_MAX_BYTES);
  const answer = await socket.emitWithAck('sync', { stream: 'public', after: '2.t2' });
  expect(answer).toMatchObject({ ok: true, more: true });
  expect(sizeOf(answer)).toBeLessThanOrEqual(FRAME_SENT_MAX_BYTES);
});

test('[PURGE-5] simultaneous events and counts are sent in frames of at most 32 KB', async () => {
  await using gateway = await openTestGateway();
  const socket = gateway.connect({ token: createToken(ANNA) });
  const frames = recordFrames(socket);
  let largest = 0;
  socket.io.engine.on('packet', ({ data }: { data?: unknown }) => {
    if (typeof data === 'string') largest = Math.max(largest, Buffer.byteLength(data));
  });
  await waitForFrame(socket, 'ready');
  for (let count = 0; count < 400; count += 1) {
    gateway.write('public');
    Object.assign(gateway.log.eventsOf('public').at(-1)?.data ?? {}, { padding: 'ü'.repeat(700) });
    gateway.like(uuidOf(count));
  }
  const heard = (name: string) => frames.flatMap(([own, frame]) => (own === name ? [frame] : []));
  const events = () => heard('events').flatMap((frame) => (frame as { events: unknown[] }).events);
  const counts = () => heard('counts').flatMap((frame) => (frame as { activities: unknown[] }).activities);
  const isAll = () => {
    gateway.timers.advance(20);
    return events().length === 400 && counts().length === 400;
  };
  await until(isAll, { what: 'all events and counts have arrived' });
  expect(heard('events').length).toBeGreaterThan(10);
  expect(largest).toBeLessThanOrEqual(FRAME_SENT_MAX_BYTES);
});

test('[PURGE-5] no single event is larger than a frame', () => {
  const text = '\u0001'.repeat(MESSAGE_MAX);
  const uuid = uuidOf(1);
  const at = '2030-01-01T00:00:00.000Z';
  const person = { handle: 'a'.repeat(20), display_name: '\u0001'.repeat(50), cognito_user_uuid: uuid };
  const notification: StreamEvent = {
    seq: 2 ** 52,
    tag: 'abcdefgh',
    at,
    kind: 'notification.created',
    data: {
      ...person,
      uuid,
      message: text,
      created_at: at,
      expires_at: at,
      avatar_version: 2 ** 31,
      replies_count: 2 ** 31,
      reposts_count: 2 ** 31,
      likes_count: 2 ** 31,
      liked: false,
      reposted: false,
      reply_to_activity_uuid: uuid,
      reason: 'mention',
      unread: true,
      others: 2 ** 31,
      actor: { ...person, avatar_version: 2 ** 31 },
    },
  };
  const nested = Array.from({ length: NESTED_REPLIES_MAX }, (_, n) => uuidOf(n));
  const burned: StreamEvent = {
    seq: 2 ** 52,
    tag: 'abcdefgh',
    at,
    kind: 'activity.deleted',
    data: { uuid, nested },
  };
  for (const event of [notification, burned]) {
    const [frame] = encodeFrames('public', [event]).frames;
    expect(frame?.bytes.length).toBeLessThanOrEqual(FRAME_SENT_MAX_BYTES);
  }
});

const uuidOf = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;

const sizeOf = (frame: unknown) => Buffer.byteLength(JSON.stringify(frame));

test.each([
  ['short', 0],
  ['longer than a byte can say', 200],
  ['longer than two bytes can say', 70_000],
])('[STREAM-23] a frame that is %s has a valid WebSocket header', (_what, padding) => {
  const at = '2030-01-01T00:00:00.000Z';
  const event: StreamEvent = { seq: 1, tag: 'ü'.repeat(padding), at, kind: 'void', data: null };
  const { bytes } = encodeMessage('events', { stream: 'me', events: padding === 0 ? [] : [event] });
  expect(endOfFrame(bytes)).toBe(bytes.length);
});

/** The length of a final, unmasked text frame by its header. */
function endOfFrame(bytes: Buffer): number {
  if (bytes.readUInt8(0) !== 0x81) return NaN;
  const short = bytes.readUInt8(1);
  if (short === 127) return 10 + Number(bytes.readBigUInt64BE(2));
  return short === 126 ? 4 + bytes.readUInt16BE(2) : 2 + short;
}
