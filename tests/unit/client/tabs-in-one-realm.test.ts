import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createAvatarVersions } from '../../../client/src/api/avatar-versions.ts';
import { createServerClock } from '../../../client/src/clock/server-clock.ts';
import type { ConnectSocket } from '../../../client/src/realtime/connection/socket.ts';
import { createRealtimeClient } from '../../../client/src/realtime/realtime-client.ts';
import { startConnectionActor } from '../../../client/src/realtime/tabs/connection-actor.ts';
import { watchOutages } from '../../../client/src/realtime/tabs/outage-notice.ts';
import { startTab } from '../../../client/src/realtime/tabs/start-tab.ts';
import { createTestRuntime } from '../../support/create-test-runtime.ts';
import { createFakeChannels } from './fake-channels.ts';
import { createFakeLocks } from './fake-locks.ts';
import { createManualRuntime } from './manual-runtime.ts';
import { createHistory, viewer } from './sample-events.ts';

/** Timers of the machine never fire, and are counted. */
beforeEach(() => void vi.useFakeTimers({ now: 0 }));
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

/** Sockets whose frames the test sends. */
function createFakeSockets() {
  const opened: { receive: (frame: string, payload: unknown) => void }[] = [];
  const connect = () => {
    const handlers = new Map<string, (payload: unknown) => void>();
    const socket = {
      connected: true,
      active: true,
      io: { on: () => undefined, reconnectionDelayMax: () => undefined },
      on: (frame: string, handler: (payload: unknown) => void) => handlers.set(frame, handler),
      emit: () => undefined,
      timeout: () => ({ emitWithAck: () => new Promise(() => undefined) }),
      disconnect: () => undefined,
    };
    opened.push({ receive: (frame, payload) => handlers.get(frame)?.(payload) });
    return socket;
  };
  return { opened, connect: connect as unknown as ConnectSocket };
}

function openBrowser() {
  const locks = createFakeLocks();
  const channels = createFakeChannels();
  const sockets = createFakeSockets();
  const openTab = (name: string) => {
    const runtime = createManualRuntime(createTestRuntime().page);
    const realtime = createRealtimeClient({
      origin: 'https://host',
      runtime,
      avatarVersions: createAvatarVersions(),
      chunks: {
        tab: () =>
          Promise.resolve({
            startBrowserTab: (parts) =>
              startTab({
                ...parts,
                loadSocketIo: () => Promise.resolve(sockets.connect),
                observeCrudsOnScreen: () => ({ uuids: () => [], stop: () => undefined }),
              }),
            startConnectionActor,
            watchOutages,
          }),
        publicStream: () => Promise.reject(new Error('no visitor is part of this')),
      },
      tokens: { accessToken: () => Promise.resolve(null), refresh: () => Promise.resolve(null) },
      onSessionEnded: () => undefined,
      clock: createServerClock(runtime.now, () => undefined),
      client: new QueryClient(),
      sync: () => Promise.reject(new Error('HTTP is not part of this')),
      environment: { locks: locks.of(name), openChannel: () => channels.open() },
      firstContent: Promise.resolve(),
    });
    realtime.start(() => viewer);
    return { runtime, realtime };
  };
  return { sockets, openTab };
}

test('[TABS-1] tabs in one realm share a connection, and use no timer or random number of the machine', async () => {
  // XState calls `Date.now` for a field that nothing reads.
  const machine = [vi.spyOn(Math, 'random'), vi.spyOn(crypto, 'randomUUID')];
  const { sockets, openTab } = openBrowser();
  const leader = openTab('one');
  await leader.runtime.advance(100);
  const follower = openTab('other');
  await follower.runtime.advance(100);
  const now = new Date(leader.runtime.now()).toISOString();
  const heads = { public: '0.t0', me: '0.t0' };
  sockets.opened[0]?.receive('ready', { heads, now, mode: 'resume' });
  sockets.opened[0]?.receive('events', { stream: 'public', events: createHistory(3) });
  await follower.runtime.advance(10_000);
  expect(sockets.opened).toHaveLength(1);
  expect([leader, follower].map(({ realtime }) => realtime.publicSeq.getSnapshot())).toEqual([3, 3]);
  expect(follower.realtime.connectionState.getSnapshot().status).toBe('live');
  expect(vi.getTimerCount()).toBe(0);
  expect(machine.map((spy) => spy.mock.calls)).toEqual([[], []]);
  for (const { realtime } of [leader, follower]) realtime.stop();
});
