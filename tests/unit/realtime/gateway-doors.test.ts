import type { Server } from 'node:http';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { openRawSocket } from '../../support/raw-socket.ts';
import { until } from '../../support/until.ts';
import { next, refusalOf } from './test-client.ts';
import { openReady, overfill } from './overfill.ts';
import { settled } from './quiet.ts';
import { ANNA, BEN, openTestGateway, tokenOf } from './test-gateway.ts';

test('[SOCKET-1] without a valid token nobody gets in, whatever the handshake is', async () => {
  await using gateway = await openTestGateway();
  const wrong = [
    {},
    { token: 7 },
    { token: 'x' },
    { token: tokenOf(ANNA, 'one', -1) },
    { token: tokenOf(ANNA), tab: [] },
  ];
  for (const auth of wrong) expect(await refusalOf(gateway.connect(auth))).toBe('token_invalid');
});

test('[SOCKET-2] an ended session is refused as such, and a list that cannot be read as our own fault', async () => {
  await using gateway = await openTestGateway();
  await gateway.revoke({ sub: ANNA, originJti: 'one', allBefore: null });
  expect(await refusalOf(gateway.connect({ token: tokenOf(ANNA, 'one') }))).toBe('session_revoked');
  await next(gateway.connect({ token: tokenOf(ANNA, 'two') }), 'ready');
  gateway.ageRevocations(10_001);
  expect(await refusalOf(gateway.connect({ token: tokenOf(ANNA, 'two') }))).toBe('restarting');
});

test('[SOCKET-3] a revocation cuts the sockets of its session and no others', async () => {
  await using gateway = await openTestGateway();
  const one = gateway.connect({ token: tokenOf(ANNA, 'one') });
  const two = gateway.connect({ token: tokenOf(ANNA, 'two') });
  await Promise.all([next(one, 'ready'), next(two, 'ready')]);
  const bye = next(one, 'bye');
  await gateway.revoke({ sub: ANNA, originJti: 'one', allBefore: null });
  expect(await bye).toEqual({ code: 'session_revoked' });
  await until(() => one.disconnected, { what: 'the socket is closed' });
  expect(await two.emitWithAck('sync', { stream: 'me', after: '0.0' })).toMatchObject({ ok: true });
});

test('[SOCKET-4] a socket ends with its token, unless it was given a new one of the same person', async () => {
  await using gateway = await openTestGateway();
  const old = gateway.connect({ token: tokenOf(ANNA, 'one', 60) });
  const renewed = gateway.connect({ token: tokenOf(ANNA, 'one', 60) });
  await Promise.all([next(old, 'ready'), next(renewed, 'ready')]);
  expect(await renewed.emitWithAck('auth', { token: tokenOf(BEN) })).toEqual({
    ok: false,
    code: 'token_invalid',
  });
  expect(await renewed.emitWithAck('auth', { token: 'x' })).toEqual({ ok: false, code: 'token_invalid' });
  expect(await renewed.emitWithAck('auth', { token: tokenOf(ANNA) })).toEqual({ ok: true });
  gateway.clock.advance(64_000);
  gateway.timers.pass(1000);
  expect(await old.emitWithAck('sync', { stream: 'me', after: '0.0' })).toMatchObject({ ok: true });
  const bye = next(old, 'bye');
  gateway.clock.advance(2000);
  gateway.timers.pass(1000);
  expect(await bye).toEqual({ code: 'token_invalid' });
  expect(await renewed.emitWithAck('sync', { stream: 'me', after: '0.0' })).toMatchObject({ ok: true });
});

test('[LIMIT-1] a person has so many sockets and no more, and a closed one makes room', async () => {
  await using gateway = await openTestGateway({ maxPerPerson: 2 });
  const [first, second] = [
    gateway.connect({ token: tokenOf(ANNA) }),
    gateway.connect({ token: tokenOf(ANNA) }),
  ];
  await Promise.all([next(first, 'ready'), next(second, 'ready')]);
  expect(await refusalOf(gateway.connect({ token: tokenOf(ANNA) }))).toBe('too_many');
  await next(gateway.connect({ token: tokenOf(BEN) }), 'ready');
  first.disconnect();
  await until(() => gateway.gateway.count() === 2, { what: 'the place is free' });
  await next(gateway.connect({ token: tokenOf(ANNA) }), 'ready');
});

test('[LIMIT-2] a connection that is there lends its name to no further socket', async () => {
  await using gateway = await openTestGateway({ maxPerAddress: 2 });
  using first = await openRawSocket(gateway.url);
  await until(() => first.heard().includes('"sid"'), { what: 'the connection has a name' });
  const [, sid = ''] = /"sid":"([^"]+)"/.exec(first.heard()) ?? [];
  for (let tried = 0; tried < 5; tried++) {
    using further = await openRawSocket(gateway.url, `&sid=${encodeURIComponent(sid)}`);
    expect(further.heard()).toMatch(/^HTTP\/1.1 400/);
  }
  first.send(`40${JSON.stringify({ token: tokenOf(ANNA) })}`);
  await until(() => first.heard().includes('"ready"'), { what: 'the first one is none the worse' });
});

test('[LIMIT-2] an address has so many sockets and no more', async () => {
  await using gateway = await openTestGateway({ maxPerAddress: 1 });
  await next(gateway.connect({ token: tokenOf(ANNA) }), 'ready');
  expect(await refusalOf(gateway.connect({ token: tokenOf(BEN) }))).toBe('too_many');
});

test('[LIMIT-3] another site may not open a socket', async () => {
  await using gateway = await openTestGateway();
  const auth = { token: tokenOf(ANNA) };
  expect(await refusalOf(gateway.connect(auth, { origin: 'https://evil.example' }))).toBe('no code');
  await next(gateway.connect(auth, { origin: 'https://cruddur.example' }), 'ready');
});

const JUNK: unknown[][] = [
  [],
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

test('[LIMIT-4] junk of every kind is counted, ends the sender and harms nobody', async () => {
  await using gateway = await openTestGateway();
  const [sender, other] = [
    gateway.connect({ token: tokenOf(ANNA) }),
    gateway.connect({ token: tokenOf(BEN) }),
  ];
  await Promise.all([next(sender, 'ready'), next(other, 'ready')]);
  const bye = next(sender, 'bye');
  const send = sender.emit.bind(sender) as unknown as (...frame: unknown[]) => void;
  for (const frame of JUNK) if (frame.length > 0) send(...frame);
  expect(await bye).toEqual({ code: 'too_many' });
  expect(await other.emitWithAck('sync', { stream: 'me', after: '0.0' })).toMatchObject({ ok: true });
});

test('[LIMIT-5] a frame above 16 KB closes its sender', async () => {
  await using gateway = await openTestGateway();
  const socket = gateway.connect({ token: tokenOf(ANNA) });
  await next(socket, 'ready');
  socket.emit('typing', { message_group_uuid: 'x'.repeat(17 * 1024) });
  await until(() => socket.disconnected, { what: 'the socket is closed' });
});

test('[LIMIT-6] a sender of too many frames is shut out', async () => {
  await using gateway = await openTestGateway();
  const socket = gateway.connect({ token: tokenOf(ANNA) });
  await next(socket, 'ready');
  const bye = next(socket, 'bye');
  for (let count = 0; count < 60; count += 1) {
    socket.emit('sync', { stream: 'me', after: '0.0' }, () => undefined);
  }
  expect(await bye).toEqual({ code: 'too_many' });
});

test('[STREAM-18] a draining gateway says so, refuses newcomers, and closes in its time', async () => {
  await using gateway = await openTestGateway();
  const socket = gateway.connect({ token: tokenOf(ANNA) });
  await next(socket, 'ready');
  const [drain, bye] = [next(socket, 'drain'), next(socket, 'bye')];
  const drained = gateway.gateway.drain(2000);
  expect(await drain).toEqual({ in_ms: 2000 });
  expect(await refusalOf(gateway.connect({ token: tokenOf(BEN) }))).toBe('restarting');
  gateway.timers.pass(2000);
  expect(await bye).toEqual({ code: 'restarting' });
  await drained;
});

const connectionsOf = (server: Server) => promisify(server.getConnections.bind(server))();

test('[LIMIT-7] a client that takes nothing is cut, and what was kept for it is let go', async () => {
  await using gateway = await openTestGateway();
  using raw = await openReady(gateway);
  await overfill(gateway, raw.tcp);
  await until(() => gateway.gateway.count() === 0, { what: 'the session is over' });
  expect(await connectionsOf(gateway.server)).toBe(1);
  gateway.timers.pass(5000);
  await until(async () => (await connectionsOf(gateway.server)) === 0, { what: 'the connection is cut' });
});

test('[LIMIT-13] a client that was too slow reads why, without all that waited for it', async () => {
  await using gateway = await openTestGateway();
  using raw = await openReady(gateway);
  await overfill(gateway, raw.tcp);
  raw.tcp.resume();
  await until(() => raw.heard().includes('42["bye",{"code":"too_slow"}]'), { what: 'the reason is read' });
  expect(raw.heard()).not.toContain(`"seq":${gateway.log.all('public').length}`);
});

test('[LIMIT-14] no connection is compressed, though the client offers it: each would cost its own window', async () => {
  await using gateway = await openTestGateway();
  const socket = gateway.connect({ token: tokenOf(ANNA) });
  await next(socket, 'ready');
  const { ws } = socket.io.engine.transport as unknown as { ws: { extensions: string } };
  expect(ws.extensions).toBe('');
});

test('[LIMIT-12] who asks again and again and takes no answer has one made and one waiting', async () => {
  await using gateway = await openTestGateway();
  for (let count = 0; count < 520; count += 1) gateway.write('public', { lost: true });
  for (const { data } of gateway.log.all('public'))
    Object.assign(data ?? {}, { padding: 'x'.repeat(20_000) });
  using raw = await openRawSocket(gateway.url);
  raw.send(`40${JSON.stringify({ token: tokenOf(ANNA) })}`);
  await until(() => raw.heard().includes('"ready"'), { what: 'the socket is ready' });
  raw.tcp.pause();
  const before = gateway.log.reads();
  for (let count = 0; count < 40; count += 1)
    raw.send(`42${count}["sync",{"stream":"public","after":"0.0"}]`);
  await until(() => gateway.log.reads() > before, { what: 'the first answer is made' });
  for (let turn = 0; turn < 20; turn += 1) await settled();
  expect(gateway.log.reads() - before).toBeLessThanOrEqual(3);
});

test('[STREAM-18] a draining gateway does not wait for anybody when all have left', async () => {
  await using gateway = await openTestGateway();
  const socket = gateway.connect({ token: tokenOf(ANNA) });
  await next(socket, 'ready');
  socket.once('drain', () => void socket.disconnect());
  await gateway.gateway.drain(2000);
});
