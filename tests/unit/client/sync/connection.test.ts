import { expect, onTestFinished, test, vi } from 'vitest';
import { createServerClock } from '../../../../client/src/base/clock/server-clock.ts';
import { createConnection } from '../../../../client/src/sync/connection/connection.ts';
import type { HttpSync } from '../../../../client/src/sync/connection/http-sync.ts';
import { loadSocketIo } from '../../../../client/src/sync/tabs/start-browser-tab.ts';
import { createTabStream } from '../../../../client/src/sync/tabs/tab-stream.ts';
import { createTestRuntime } from '../../../support/create-test-runtime.ts';
import { connectToLoopback, createFaultProxy } from '../../../support/fault-proxy/fault-proxy.ts';
import { until } from '../../../support/until.ts';
import { ANNA, openTestGateway, createToken } from '../../server/gateway/test-gateway.ts';
import { flushPendingWork } from '../../server/streams/silent-logger.ts';
import { createRecentEvents } from '../../../../client/src/sync/cache/cache-updates.ts';
import { CONNECTION_TIMEOUTS } from '../../../../server/src/gateway/gateway-types.ts';

const rejectHttp = () => Promise.reject(new Error('HTTP is not part of this'));
const ignore = () => undefined;

/** From now on timeouts run only with `vi.advanceTimersByTime`; sockets and servers work as before. */
function holdTimeouts(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
}

/** One address in front of several gateways: connections go to the one that is currently selected. */
async function openFakeGateway(first: { port: number }) {
  let target = first;
  const door = await createFaultProxy(() => connectToLoopback(target.port));
  onTestFinished(() => door[Symbol.asyncDispose]());
  return { url: door.url, leadTo: (gateway: { port: number }) => void (target = gateway) };
}

interface TabOptions {
  token?: () => Promise<string>;
  /** The token after a refusal. */
  fresh?: string;
  sync?: HttpSync;
}

/** A tab's connection to an address, with the shown events and the connection states. */
function openTab(origin: string, options: TabOptions = {}) {
  const { fresh = createToken(ANNA), sync = rejectHttp } = options;
  const shown: number[] = [];
  const states: string[] = [];
  const screen = { isQuiet: false };
  const feed = createTabStream({
    clock: createServerClock(Date.now, ignore),
    cacheUpdates: {
      recentEvents: createRecentEvents(),
      applyEvent: ({ stream, event }) => stream === 'public' && shown.push(event.seq),
      ...{ onListFetched: ignore, onSnapshot: ignore, applyCounts: ignore, onReconnect: ignore },
    },
    ...{ onLeaderConnection: ignore, publishEphemeral: ignore, onPublicSeq: ignore },
    sync: (stream, after) => line.sync(stream, after),
  });
  let current = createToken(ANNA);
  const catchUp = vi.fn(feed.catchUp);
  const line = createConnection({
    ...{ runtime: createTestRuntime(), loadSocketIo, origin, sync, cursors: feed.cursors, catchUp },
    token: options.token ?? (() => Promise.resolve(current)),
    freshToken: () => Promise.resolve((current = fresh)),
    firstContent: Promise.resolve(),
    onState: ({ status }) => states.push(status),
    onSessionEnded: () => states.push('ENDED'),
    onWireEvent: (event) => feed.handleWireEvent(event, true),
  });
  line.lead({ isQuiet: () => screen.isQuiet, viewed: () => [] });
  onTestFinished(() => line.close());
  const setQuiet = (isQuiet: boolean) => {
    screen.isQuiet = isQuiet;
    line.sendAttention();
  };
  return { shown, states, catchUp, setQuiet, line, wake: () => line.checkAlive() };
}

async function openReadyTab(origin: string, options?: TabOptions) {
  const tab = openTab(origin, options);
  await expect.poll(() => tab.states).toEqual(['live']);
  return tab;
}

/** Two gateways of one store, and a tab that is connected to the first. */
async function openTwoGateways() {
  const old = await openTestGateway();
  const next = await openTestGateway({ log: old.log });
  const door = await openFakeGateway(old);
  onTestFinished(async () => {
    await old[Symbol.asyncDispose]();
    await next[Symbol.asyncDispose]();
  });
  return { old, next, door, tab: await openReadyTab(door.url) };
}

test('a first handshake that takes three seconds, as over a slow line, is not reported as lost', async () => {
  holdTimeouts();
  await using gateway = await openTestGateway();
  let sendToken: (token: string) => void = ignore;
  const slowToken = new Promise<string>((resolve) => (sendToken = resolve));
  const tab = openTab(gateway.url, { token: () => slowToken });
  vi.advanceTimersByTime(3000);
  sendToken(createToken(ANNA));
  vi.useRealTimers();
  await expect.poll(() => tab.states).toEqual(['live']);
});

test('when a gateway drains, the new connection opens before the old one closes, and no event is missed', async () => {
  const { old, next, door, tab } = await openTwoGateways();
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
  expect(tab.states).toEqual(['live']);
});

test('a gateway that accepts the new connection and sends nothing is abandoned while the old one still answers', async () => {
  holdTimeouts();
  const { old, next, door, tab } = await openTwoGateways();
  const open = vi.fn(() => connectToLoopback(next.port));
  await using hole = await createFaultProxy(open);
  hole.injectFault({ kind: 'black-hole' });
  door.leadTo(hole);
  const drained = old.gateway.drain(60_000);
  await until(() => open.mock.calls.length > 0, { what: 'the new connection is dropped' });
  door.leadTo(next);
  vi.advanceTimersByTime(2000);
  await drained;
  expect(next.gateway.count()).toBe(1);
  await expect.poll(() => tab.states).toEqual(['live']);
});

test('a killed gateway is detected, and the connection reopens automatically', async () => {
  const { old, next, door, tab } = await openTwoGateways();
  door.leadTo(next);
  next.write('public');
  await old[Symbol.asyncDispose]();
  await expect.poll(() => tab.shown, { timeout: 5000 }).toEqual([1]);
  expect(tab.states.at(-1)).toBe('live');
});

test('a connection that is lost while quiet is quiet again, and catches up when a tab is visible', async () => {
  const { old, next, door, tab } = await openTwoGateways();
  tab.setQuiet(true);
  await tab.line.sync('me', '0.0');
  old.write('public');
  door.leadTo(next);
  await old[Symbol.asyncDispose]();
  await expect.poll(() => tab.states.slice(1).at(-1), { timeout: 5000 }).toBe('live');
  next.write('public');
  next.timers.advance(1000);
  await flushPendingWork();
  expect(tab.shown).toEqual([]);
  tab.setQuiet(false);
  await expect.poll(() => tab.shown).toEqual([1, 2]);
});

test('a connection that does not answer a probe counts as lost long before its heartbeat times out', async () => {
  holdTimeouts();
  await using gateway = await openTestGateway();
  await using hole = await createFaultProxy(() => connectToLoopback(gateway.port));
  const tab = await openReadyTab(hole.url);
  tab.wake();
  gateway.write('public');
  await expect.poll(() => tab.shown).toEqual([1]);
  expect(tab.states).toEqual(['live']);

  hole.injectFault({ kind: 'black-hole' });
  tab.wake();
  let waitedMs = 0;
  const statesLater = () => {
    vi.advanceTimersByTime(100);
    waitedMs += 100;
    return tab.states;
  };
  await expect.poll(statesLater).toEqual(['live', 'reconnecting']);
  expect(waitedMs).toBeLessThan(CONNECTION_TIMEOUTS.pingTimeout);
});

test('a wake-up during a probe sends one more, because the reply may be older than the loss', async () => {
  await using gateway = await openTestGateway();
  const tab = await openReadyTab(gateway.url);
  const { settledResults, calls } = tab.catchUp.mock;
  const before = settledResults.length;
  for (let count = 0; count < 3; count += 1) tab.wake();
  await until(() => tab.catchUp.mock.settledResults.length === before + 2, { what: 'both are answered' });
  await flushPendingWork();
  expect(calls.length).toBe(before + 2);
});

test('an ended session is tried once more with a new token, and is over when that is refused too', async () => {
  await using gateway = await openTestGateway();
  const again = await openReadyTab(gateway.url, { fresh: createToken(ANNA, 'two') });
  const over = await openReadyTab(gateway.url);
  await gateway.revoke({ sub: ANNA, originJti: 'one', allBefore: null });
  await expect.poll(() => over.states).toContain('ENDED');
  await expect.poll(() => again.states).toEqual(['live', 'refused', 'connecting', 'live']);
  expect(over.states.slice(0, 5)).toEqual(['live', 'refused', 'connecting', 'ENDED', 'refused']);
});

test('a tab that is refused repeatedly because gateways restart polls meanwhile', async () => {
  holdTimeouts();
  await using gateway = await openTestGateway();
  gateway.ageRevocations(10_001);
  const now = new Date().toISOString();
  const { states } = openTab(gateway.url, { sync: () => Promise.resolve({ now, streams: {} }) });
  // The delay after a refusal is at most 1.5 s, and polling starts after 4 s.
  for (const refusals of [1, 2, 3]) {
    await expect.poll(() => states.filter((state) => state === 'refused')).toHaveLength(refusals);
    vi.advanceTimersByTime(1500);
  }
  await expect.poll(() => states).toContain('polling');
  gateway.ageRevocations(-10_001);
  await expect.poll(() => (vi.advanceTimersByTime(100), states.at(-1))).toBe('live');
  expect(states.slice(states.indexOf('polling'))).not.toContain('refused');
});

test('a quiet connection receives no public events, and all of them by one sync when a tab is visible', async () => {
  await using gateway = await openTestGateway();
  const tab = await openReadyTab(gateway.url);
  tab.setQuiet(true);
  gateway.write('public');
  // Only the reply, which follows the quiet frame, brings the event: no time passes for another frame.
  tab.wake();
  await expect.poll(() => tab.shown).toEqual([1]);
  // The sync has ended the quiet, and a second quiet frame follows it; its reply follows all frames before.
  await tab.line.sync('me', '0.0');
  for (let count = 0; count < 5; count += 1) gateway.write('public');
  gateway.timers.advance(10_000);
  await flushPendingWork();
  expect(tab.shown).toEqual([1]);
  tab.setQuiet(false);
  tab.wake();
  await expect.poll(() => tab.shown).toEqual([1, 2, 3, 4, 5, 6]);
  gateway.write('public');
  gateway.timers.advance(10);
  await expect.poll(() => tab.shown.at(-1)).toBe(7);
});
