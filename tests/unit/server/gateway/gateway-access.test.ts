import type { Server } from 'node:http';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { openRawSocket } from '../../../support/raw-socket.ts';
import { until } from '../../../support/until.ts';
import { syncOwn, waitForFrame, waitForRefusal } from './protocol-client.ts';
import { openReadySocket, fillSendBuffers } from './fill-send-buffers.ts';
import { flushPendingWork } from '../streams/silent-logger.ts';
import { ANNA, BEN, openTestGateway, createToken } from './test-gateway.ts';

const waitUntilClosed = (socket: { disconnected: boolean }) =>
  until(() => socket.disconnected, { what: 'the socket is closed' });

test('[SOCKET-1] a handshake without a valid token is refused, whatever its shape', async () => {
  await using gateway = await openTestGateway();
  const wrong = [
    {},
    { token: 7 },
    { token: 'x' },
    { token: createToken(ANNA, 'one', -1) },
    { token: createToken(ANNA), tab: [] },
    { token: createToken(ANNA), tab: { length: { toString: 1 } } },
  ];
  for (const auth of wrong) expect(await waitForRefusal(gateway.connect(auth))).toBe('token_invalid');
});

test('[SOCKET-2, SESSION-1] a revocation closes and refuses its session and no other, and an unreadable list of them refuses all', async () => {
  await using gateway = await openTestGateway();
  const { socket: one } = await gateway.open();
  const { socket: two } = await gateway.open(ANNA, { token: createToken(ANNA, 'two') });
  const bye = waitForFrame(one, 'bye');
  await gateway.revoke({ sub: ANNA, originJti: 'one', allBefore: null });
  expect(await bye).toEqual({ code: 'session_revoked' });
  await waitUntilClosed(one);
  expect(await syncOwn(two)).toMatchObject({ ok: true });
  expect(await waitForRefusal(gateway.connect({ token: createToken(ANNA, 'one') }))).toBe('session_revoked');
  await gateway.open(ANNA, { token: createToken(ANNA, 'two') });
  gateway.ageRevocations(10_001);
  expect(await waitForRefusal(gateway.connect({ token: createToken(ANNA, 'two') }))).toBe('restarting');
});

test('[SOCKET-4] a socket closes when its token expires, unless it received a new one of the same user', async () => {
  await using gateway = await openTestGateway();
  const token = createToken(ANNA, 'one', 60);
  const [{ socket: old }, { socket: renewed }] = [
    await gateway.open(ANNA, { token }),
    await gateway.open(ANNA, { token }),
  ];
  for (const wrong of [createToken(BEN), 'x'])
    expect(await renewed.emitWithAck('auth', { token: wrong })).toEqual({ ok: false, code: 'token_invalid' });
  expect(await renewed.emitWithAck('auth', { token: createToken(ANNA) })).toEqual({ ok: true });
  gateway.clock.advance(64_000);
  gateway.timers.advance(1000);
  expect(await syncOwn(old)).toMatchObject({ ok: true });
  const bye = waitForFrame(old, 'bye');
  gateway.clock.advance(2000);
  gateway.timers.advance(1000);
  expect(await bye).toEqual({ code: 'token_invalid' });
  expect(await syncOwn(renewed)).toMatchObject({ ok: true });
});

test('[LIMIT-1] a user has at most the configured number of sockets, and a closed one frees its place', async () => {
  await using gateway = await openTestGateway({ maxPerPerson: 2 });
  const { socket } = await gateway.open();
  await gateway.open();
  expect(await waitForRefusal(gateway.connect({ token: createToken(ANNA) }))).toBe('too_many');
  await gateway.open(BEN);
  socket.disconnect();
  await until(() => gateway.gateway.count() === 2, { what: 'the place is free' });
  await gateway.open();
});

test('[LIMIT-2] the id of an open connection cannot be reused for a further socket', async () => {
  await using gateway = await openTestGateway({ maxPerAddress: 2 });
  using first = await openReadySocket(gateway);
  const [, sid = ''] = /"sid":"([^"]+)"/.exec(first.receivedText()) ?? [];
  for (let tried = 0; tried < 5; tried++) {
    using further = await openRawSocket(gateway.url, `&sid=${encodeURIComponent(sid)}`);
    expect(further.receivedText()).toMatch(/^HTTP\/1.1 400/);
  }
  first.send('420["sync",{"stream":"me","after":"0.0"}]');
  await until(() => first.receivedText().includes('430['), { what: 'the first socket is still served' });
});

test('[LIMIT-2] of more simultaneous sockets of an address than fit, as many as fit are accepted', async () => {
  await using gateway = await openTestGateway({ maxPerAddress: 5 });
  const raws = await Promise.all(Array.from({ length: 9 }, () => openRawSocket(gateway.url)));
  for (const [index, raw] of raws.entries())
    raw.send(`40${JSON.stringify({ token: createToken(index % 2 === 0 ? ANNA : BEN) })}`);
  const countReceivers = (text: string) => raws.filter((raw) => raw.receivedText().includes(text)).length;
  await until(() => countReceivers('"ready"') + countReceivers('too_many') === raws.length, {
    what: 'each socket is answered',
  });
  expect([countReceivers('"ready"'), countReceivers('too_many')]).toEqual([5, 4]);
  for (const raw of raws) raw[Symbol.dispose]();
});

test('[LIMIT-3] a page of another site cannot open a socket', async () => {
  await using gateway = await openTestGateway();
  const auth = { token: createToken(ANNA) };
  expect(await waitForRefusal(gateway.connect(auth, { origin: 'https://evil.example' }))).toBe('no code');
  await waitForFrame(gateway.connect(auth, { origin: 'https://cruddur.example' }), 'ready');
});

const JUNK: [name: string, ...unknown[]][] = [
  ['sync'],
  ['sync', { stream: 'user:someone', after: '0.0' }],
  ['sync', { stream: 'public', after: Buffer.from('0.0') }, () => undefined],
  ['sync', { stream: ['public'], after: null }, () => undefined],
  ['auth', null, () => undefined],
  ['auth', { token: { length: 3 } }, () => undefined],
  ['typing', { message_group_uuid: 'public' }],
  ['error', new Error('boo').message],
  ['__proto__', { polluted: true }],
  ['constructor', 'x', () => undefined],
];

test('[LIMIT-4] malformed events are counted, close their sender and affect no other socket', async () => {
  await using gateway = await openTestGateway();
  const [{ socket: sender }, { socket: other }] = [await gateway.open(), await gateway.open(BEN)];
  const bye = waitForFrame(sender, 'bye');
  const send = sender.emit.bind(sender) as unknown as (...frame: unknown[]) => void;
  for (const frame of JUNK) send(...frame);
  expect(await bye).toEqual({ code: 'too_many' });
  expect(await syncOwn(other)).toMatchObject({ ok: true });
});

test('[LIMIT-4, LIMIT-6] a frame above 16 KB and too many frames close their sender', async () => {
  await using gateway = await openTestGateway();
  const [{ socket: large }, { socket: busy }] = [await gateway.open(), await gateway.open()];
  large.emit('typing', { message_group_uuid: 'x'.repeat(17 * 1024) });
  await waitUntilClosed(large);
  const bye = waitForFrame(busy, 'bye');
  const ignore = () => undefined;
  for (let count = 0; count < 60; count += 1) busy.emit('sync', { stream: 'me', after: '0.0' }, ignore);
  expect(await bye).toEqual({ code: 'too_many' });
});

test('[STREAM-18] a draining gateway sends `drain`, refuses new sockets, and closes at its deadline', async () => {
  await using gateway = await openTestGateway();
  const { socket } = await gateway.open();
  const [drain, bye] = [waitForFrame(socket, 'drain'), waitForFrame(socket, 'bye')];
  const drained = gateway.gateway.drain(2000);
  expect(await drain).toEqual({ in_ms: 2000 });
  expect(await waitForRefusal(gateway.connect({ token: createToken(BEN) }))).toBe('restarting');
  gateway.timers.advance(2000);
  expect(await bye).toEqual({ code: 'restarting' });
  await drained;
});

test('[STREAM-18] a draining gateway closes at once when all sockets have left', async () => {
  await using gateway = await openTestGateway();
  const { socket } = await gateway.open();
  socket.once('drain', () => void socket.disconnect());
  await gateway.gateway.drain(2000);
});

const connectionsOf = (server: Server) => promisify(server.getConnections.bind(server))();

test('[LIMIT-7] a client that reads too slowly gets only the reason, and the buffers of one that reads nothing are freed', async () => {
  await using gateway = await openTestGateway();
  using silent = await openReadySocket(gateway);
  using slow = await openReadySocket(gateway);
  await fillSendBuffers(gateway, silent.tcp, slow.tcp);
  await until(() => gateway.gateway.count() === 0, { what: 'the sessions have ended' });
  expect(await connectionsOf(gateway.server)).toBe(2);
  slow.tcp.resume();
  await until(() => slow.receivedText().includes('42["bye",{"code":"too_slow"}]'), {
    what: 'the reason is read',
  });
  expect(slow.receivedText()).not.toContain(`"seq":${gateway.log.eventsOf('public').length}`);
  gateway.timers.advance(5000);
  await until(async () => (await connectionsOf(gateway.server)) === 0, { what: 'the connection is closed' });
});

test('no connection is compressed, because each one would need its own window', async () => {
  await using gateway = await openTestGateway();
  const { socket } = await gateway.open();
  const { ws } = socket.io.engine.transport as unknown as { ws: { extensions: string } };
  expect(ws.extensions).toBe('');
});

test('a client that repeats `sync` without reading has one answer in progress and one queued', async () => {
  await using gateway = await openTestGateway();
  for (let count = 0; count < 520; count += 1) gateway.write('public', { lost: true });
  for (const { data } of gateway.log.eventsOf('public'))
    Object.assign(data ?? {}, { padding: 'x'.repeat(20_000) });
  using raw = await openReadySocket(gateway);
  raw.tcp.pause();
  const before = gateway.log.countReads();
  for (let count = 0; count < 40; count += 1)
    raw.send(`42${count}["sync",{"stream":"public","after":"0.0"}]`);
  await until(() => gateway.log.countReads() > before, { what: 'the first answer is sent' });
  for (let turn = 0; turn < 20; turn += 1) await flushPendingWork();
  expect(gateway.log.countReads() - before).toBeLessThanOrEqual(3);
});
