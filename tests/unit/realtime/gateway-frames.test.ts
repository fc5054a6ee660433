import type { StreamEvent } from '@cruddur/shared';
import { expect, test } from 'vitest';
import { framesOf } from '../../../server/src/realtime/event-frames.ts';
import { until } from '../../support/until.ts';
import { next, record } from './test-client.ts';
import { ANNA, openTestGateway, tokenOf } from './test-gateway.ts';

const SOCKETS = 30;

test('[STREAM-21] what comes within 10 ms is one frame, encoded once for all who hear it', async () => {
  await using gateway = await openTestGateway({ maxPerPerson: SOCKETS });
  const sockets = Array.from({ length: SOCKETS }, () => gateway.connect({ token: tokenOf(ANNA) }));
  const heard = sockets.map((socket) => record(socket));
  await Promise.all(sockets.map((socket) => next(socket, 'ready')));
  let encoded = 0;
  const event = gateway.log.all('public');
  for (let count = 0; count < 10; count += 1) {
    gateway.write('public');
    // Each event counts how often it is written out as text.
    Object.assign(event.at(-1)?.data ?? {}, { toJSON: () => ({ unread: (encoded += 1) }) });
  }
  gateway.timers.pass(10);
  await until(() => heard.every((frames) => frames.filter(([name]) => name === 'events').length === 2), {
    what: 'all have heard',
  });
  // The first went at once, before it could count; the encoder goes over the others twice, first for binary parts.
  expect(encoded).toBe(2 * 9);
  expect(heard[0]?.filter(([name]) => name === 'events').map(([, frame]) => frame)).toMatchObject([
    { events: { length: 1 } },
    { events: { length: 9 } },
  ]);
});

test('[STREAM-23] what many missed who return from one place is encoded once for all of them', async () => {
  await using gateway = await openTestGateway({ maxPerPerson: SOCKETS + 1 });
  await next(gateway.connect({ token: tokenOf(ANNA) }), 'ready');
  for (let count = 0; count < 300; count += 1) gateway.write('public');
  gateway.timers.pass(10);
  let encoded = 0;
  // Long enough for the longest kind of frame, and not one byte a character.
  const data = { unread: 1, padding: 'ü'.repeat(300), toJSON: () => ({ unread: (encoded += 1) }) };
  for (const event of gateway.log.all('public').slice(-200)) Object.assign(event.data ?? {}, data);
  const cursors = { public: '2.t2', me: '0.0' };
  const sockets = Array.from({ length: SOCKETS }, () => gateway.connect({ token: tokenOf(ANNA), cursors }));
  const heard = sockets.map((socket) => record(socket));
  await Promise.all(sockets.map((socket) => next(socket, 'events')));
  gateway.write('public');
  gateway.timers.pass(10);
  await until(() => heard.every((frames) => frames.length === 3), { what: 'all have heard' });
  for (const frames of heard) {
    expect(frames.map(([name]) => name)).toEqual(['ready', 'events', 'events']);
    const seqs = frames
      .flatMap(([name, frame]) => (name === 'events' ? frame.events : []))
      .map(({ seq }) => seq);
    expect(seqs).toEqual(Array.from({ length: 299 }, (_, index) => index + 3));
  }
  expect(encoded).toBe(200);
});

test('[STREAM-24] what was missed comes in pieces that a slow line takes in time, and so does what is asked for', async () => {
  await using gateway = await openTestGateway();
  await next(gateway.connect({ token: tokenOf(ANNA) }), 'ready');
  for (let count = 0; count < 300; count += 1) gateway.write('public');
  gateway.timers.pass(10);
  for (const event of gateway.log.all('public'))
    Object.assign(event.data ?? {}, { padding: 'ü'.repeat(700) });
  const cursors = { public: '2.t2', me: '0.0' };
  const socket = gateway.connect({ token: tokenOf(ANNA), cursors });
  const frames = record(socket);
  const isLevel = () =>
    frames.flatMap(([name, frame]) => (name === 'events' ? frame.events : [])).length === 298;
  await until(isLevel, { what: 'all of it has come' });
  const sizes = frames.flatMap(([name, frame]) => (name === 'events' ? sizeOf(frame) : []));
  expect(sizes.length).toBeGreaterThan(10);
  expect(Math.max(...sizes)).toBeLessThan(34_000);
  const answer = await socket.emitWithAck('sync', { stream: 'public', after: '2.t2' });
  expect(answer).toMatchObject({ ok: true, more: true });
  expect(sizeOf(answer)).toBeLessThan(34_000);
});

const sizeOf = (frame: unknown) => Buffer.byteLength(JSON.stringify(frame));

test.each([
  ['short', 0],
  ['longer than a byte can say', 200],
  ['longer than two bytes can say', 70_000],
])('[STREAM-23] a frame that is %s begins as WebSocket frames do', (_what, padding) => {
  const at = '2030-01-01T00:00:00.000Z';
  const event: StreamEvent = { seq: 1, tag: 'ü'.repeat(padding), at, kind: 'void', data: null };
  const [frame] = framesOf('me', padding === 0 ? [] : [event]);
  if (padding === 0) expect(frame).toBeUndefined();
  else expect(lengthIn(frame?.ready[0])).toBe(frame?.ready[1].length);
});

/** The length that the head of a final, unmasked text frame tells. */
function lengthIn(head: Buffer | undefined): number {
  if (head?.readUInt8(0) !== 0x81) return NaN;
  const short = head.readUInt8(1);
  if (short === 127) return Number(head.readBigUInt64BE(2));
  return short === 126 ? head.readUInt16BE(2) : short;
}
