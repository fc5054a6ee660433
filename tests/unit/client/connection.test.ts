import { once } from 'node:events';
import { connect, createServer, type AddressInfo } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Attention } from '../../../client/src/realtime/connection/attention-frames.ts';
import type { HttpSync } from '../../../client/src/realtime/connection/http-sync.ts';
import { openConnection } from '../../../client/src/realtime/connection/connection.ts';
import { createServerClock } from '../../../client/src/clock/server-clock.ts';
import { createTabStream } from '../../../client/src/realtime/tabs/tab-stream.ts';
import { CONNECTION_TIMEOUTS } from '../../../server/src/gateway/connection-timeouts.ts';
import { openBlackHoleProxy } from '../../support/black-hole-proxy.ts';
import { until } from '../../support/until.ts';
import { flushPendingWork } from '../streams/silent-logger.ts';
import { ANNA, openTestGateway, createToken, type TestGateway } from '../gateway/test-gateway.ts';
import { loadSocketIo } from '../../../client/src/realtime/tabs/start-browser-tab.ts';
import { createTestRuntime } from '../../support/create-test-runtime.ts';

const rejectHttp = () => Promise.reject(new Error('HTTP is not part of this'));

/** From now on timeouts run only with `vi.advanceTimersByTime`; sockets and servers work as before. */
function holdTimeouts(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
}

/** One address in front of several gateways: connections go to the one that is currently selected. */
async function openFakeGateway(first: Pick<TestGateway, 'url'>) {
  let target = first;
  const server = createServer((from) => {
    const to = connect(Number(new URL(target.url).port), '127.0.0.1');
    from.pipe(to).pipe(from);
    from.on('error', () => to.destroy());
    to.on('error', () => from.destroy());
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, leadTo: (gateway: Pick<TestGateway, 'url'>) => void (target = gateway) };
}

/** A tab's connection to an address, with the shown events and the connection states. */
async function openConnectedTab(
  origin: string,
  fresh = createToken(ANNA),
  sync: HttpSync = rejectHttp,
  attention?: Attention,
) {
  const shown: number[] = [];
  const states: string[] = [];
  const feed = createTabStream({
    clock: createServerClock(Date.now, () => undefined),
    cacheUpdates: {
      applyEvent: ({ stream, event }) => stream === 'public' && shown.push(event.seq),
      onListFetched: () => undefined,
      onSnapshot: () => undefined,
      applyCounts: () => undefined,
      onReconnect: () => undefined,
    },
    onConnectionEvent: ({ type }) => states.push(type),
    publishEphemeral: () => undefined,
    onPublicSeq: () => undefined,
    sync: (stream, after) => line.sync(stream, after),
  });
  let current = createToken(ANNA);
  const token = () => Promise.resolve(current);
  const freshToken = () => Promise.resolve((current = fresh));
  const catchUp = vi.fn(feed.catchUp);
  const line = await openConnection({
    runtime: createTestRuntime(),
    loadSocketIo,
    origin,
    token,
    freshToken,
    sync,
    cursors: feed.cursors,
    catchUp,
    onSessionEnded: () => states.push('ENDED'),
    ...(attention && { attention }),
    onWireEvent: (fact) => feed.handleWireEvent(fact, true),
  });
  onTestFinished(() => line.close());
  return {
    shown,
    states,
    catchUp,
    wake: () => line.checkAlive(),
    sendAttention: () => line.sendAttention(),
    /** Resolves when the gateway has handled all frames before. */
    waitUntilHandled: () => line.sync('me', '0.0'),
  };
}

test('[LIVE-16] a first handshake that takes three seconds, as over a slow line, is not reported as lost', async () => {
  holdTimeouts();
  await using gateway = await openTestGateway();
  const states: string[] = [];
  let sendToken: (token: string) => void = () => undefined;
  const slowToken = new Promise<string>((resolve) => (sendToken = resolve));
  const line = await openConnection({
    runtime: createTestRuntime(),
    loadSocketIo,
    origin: gateway.url,
    token: () => slowToken,
    freshToken: rejectHttp,
    sync: rejectHttp,
    cursors: () => ({}),
    catchUp: rejectHttp,
    onSessionEnded: () => undefined,
    onWireEvent: (event) => event.kind === 'line' && states.push(event.event.type),
  });
  onTestFinished(() => line.close());
  vi.advanceTimersByTime(3000);
  sendToken(createToken(ANNA));
  vi.useRealTimers();
  await expect.poll(() => states).toEqual(['READY']);
});

test('[TABS-9] when a gateway drains, the new connection opens before the old one closes, and no event is missed', async () => {
  await using old = await openTestGateway();
  await using next = await openTestGateway({ log: old.log });
  const door = await openFakeGateway(old);
  const tab = await openConnectedTab(door.url);
  await expect.poll(() => tab.states).toEqual(['READY']);
  old.write('public');
  await expect.poll(() => tab.shown).toEqual([1]);

  const drained = old.gateway.drain(60_000);
  // The only gateway refuses new connections: the old connection stays meanwhile.
  old.write('public');
  old.timers.advance(10);
  await expect.poll(() => tab.shown).toEqual([1, 2]);
  door.leadTo(next);
  await drained;
  expect(next.gateway.count()).toBe(1);
  next.write('public');
  await expect.poll(() => tab.shown).toEqual([1, 2, 3]);
  expect(tab.states).toEqual(['READY', 'READY']);
});

test('[TABS-9] a gateway that accepts the new connection and sends nothing is abandoned while the old one still answers', async () => {
  holdTimeouts();
  await using old = await openTestGateway();
  await using next = await openTestGateway({ log: old.log });
  await using hole = await openBlackHoleProxy(next.url);
  const door = await openFakeGateway(old);
  const tab = await openConnectedTab(door.url);
  await expect.poll(() => tab.states).toEqual(['READY']);
  hole.dropTraffic();
  door.leadTo(hole);
  const drained = old.gateway.drain(60_000);
  await until(() => hole.connectionCount() > 0, { what: 'the new connection is dropped' });
  door.leadTo(next);
  vi.advanceTimersByTime(2000);
  await drained;
  expect(next.gateway.count()).toBe(1);
  await expect.poll(() => tab.states).toEqual(['READY', 'READY']);
});

test('[TABS-9] a killed gateway is detected, and the connection reopens automatically', async () => {
  const old = await openTestGateway();
  await using next = await openTestGateway({ log: old.log });
  const door = await openFakeGateway(old);
  const tab = await openConnectedTab(door.url);
  await expect.poll(() => tab.states).toEqual(['READY']);
  door.leadTo(next);
  next.write('public');
  await old[Symbol.asyncDispose]();
  await expect.poll(() => tab.shown, { timeout: 5000 }).toEqual([1]);
  expect(tab.states.at(-1)).toBe('READY');
});

test('[LIVE-11] a connection that does not answer a probe counts as lost long before its heartbeat times out', async () => {
  holdTimeouts();
  await using gateway = await openTestGateway();
  await using hole = await openBlackHoleProxy(gateway.url);
  const tab = await openConnectedTab(hole.url);
  await expect.poll(() => tab.states).toEqual(['READY']);
  tab.wake();
  gateway.write('public');
  await expect.poll(() => tab.shown).toEqual([1]);
  expect(tab.states).toEqual(['READY']);

  hole.dropTraffic();
  tab.wake();
  let waitedMs = 0;
  await expect
    .poll(() => {
      vi.advanceTimersByTime(100);
      waitedMs += 100;
      return tab.states;
    })
    .toEqual(['READY', 'LOST']);
  expect(waitedMs).toBeLessThan(CONNECTION_TIMEOUTS.pingTimeout);
});

test('[LIVE-11] a wake-up during a probe sends one more, because the reply may be older than the loss', async () => {
  await using gateway = await openTestGateway();
  const tab = await openConnectedTab(gateway.url);
  await expect.poll(() => tab.states).toEqual(['READY']);
  const before = tab.catchUp.mock.settledResults.length;
  tab.wake();
  tab.wake();
  tab.wake();
  await until(() => tab.catchUp.mock.settledResults.length === before + 2, {
    what: 'both probes are answered',
  });
  await flushPendingWork();
  expect(tab.catchUp.mock.calls.length).toBe(before + 2);
});

test('[STAY-12] an ended session is tried once more with a new token, and is over when that is refused too', async () => {
  await using gateway = await openTestGateway();
  const again = await openConnectedTab(gateway.url, createToken(ANNA, 'two'));
  const over = await openConnectedTab(gateway.url);
  await expect.poll(() => [again.states, over.states]).toEqual([['READY'], ['READY']]);
  await gateway.revoke({ sub: ANNA, originJti: 'one', allBefore: null });
  await expect.poll(() => over.states).toContain('ENDED');
  await expect.poll(() => again.states).toEqual(['READY', 'REFUSED', 'START', 'READY']);
  expect(over.states.slice(0, 5)).toEqual(['READY', 'REFUSED', 'START', 'REFUSED', 'ENDED']);
});

test('[TABS-11] a tab that is refused repeatedly because gateways restart polls meanwhile', async () => {
  holdTimeouts();
  await using gateway = await openTestGateway();
  gateway.ageRevocations(10_001);
  const now = new Date().toISOString();
  const tab = await openConnectedTab(gateway.url, createToken(ANNA), () =>
    Promise.resolve({ now, streams: {} }),
  );
  // The delay after a refusal is at most 1.5 s, and polling starts after 4 s.
  for (const refusals of [1, 2, 3]) {
    await expect.poll(() => tab.states.filter((state) => state === 'REFUSED')).toHaveLength(refusals);
    vi.advanceTimersByTime(1500);
  }
  await expect.poll(() => tab.states).toContain('POLLING');
  gateway.ageRevocations(-10_001);
  await expect.poll(() => (vi.advanceTimersByTime(100), tab.states.at(-1))).toBe('READY');
  expect(tab.states.slice(tab.states.indexOf('POLLING'))).not.toContain('REFUSED');
});

test('[QUIET-6] a quiet connection receives no public events, and all of them by one sync when a tab is visible', async () => {
  await using gateway = await openTestGateway();
  let isQuiet = false;
  const attention = { isQuiet: () => isQuiet, viewed: () => [] };
  const tab = await openConnectedTab(gateway.url, undefined, undefined, attention);
  await expect.poll(() => tab.states).toEqual(['READY']);
  isQuiet = true;
  tab.sendAttention();
  gateway.write('public');
  // Only the reply, which follows the quiet frame, brings the event: no time passes for another frame.
  tab.wake();
  await expect.poll(() => tab.shown).toEqual([1]);
  // The sync has ended the quiet, and a second quiet frame follows it.
  await tab.waitUntilHandled();
  for (let count = 0; count < 5; count += 1) gateway.write('public');
  gateway.timers.advance(10_000);
  await flushPendingWork();
  expect(tab.shown).toEqual([1]);
  isQuiet = false;
  tab.sendAttention();
  tab.wake();
  await expect.poll(() => tab.shown).toEqual([1, 2, 3, 4, 5, 6]);
  gateway.write('public');
  gateway.timers.advance(10);
  await expect.poll(() => tab.shown.at(-1)).toBe(7);
});

test('[QUIET-6] a connection that is lost while quiet is quiet again, and catches up when a tab is visible', async () => {
  await using old = await openTestGateway();
  await using next = await openTestGateway({ log: old.log });
  const door = await openFakeGateway(old);
  let isQuiet = true;
  const attention = { isQuiet: () => isQuiet, viewed: () => [] };
  const tab = await openConnectedTab(door.url, undefined, undefined, attention);
  await expect.poll(() => tab.states).toEqual(['READY']);
  old.write('public');
  door.leadTo(next);
  await old[Symbol.asyncDispose]();
  await expect.poll(() => tab.states.slice(1).at(-1), { timeout: 5000 }).toBe('READY');
  next.write('public');
  next.timers.advance(1000);
  await flushPendingWork();
  expect(tab.shown).toEqual([]);
  isQuiet = false;
  tab.sendAttention();
  await expect.poll(() => tab.shown).toEqual([1, 2]);
});
