import type { SyncAnswer } from '@cruddur/shared';
import { expect, test } from 'vitest';
import { createLeaderTab } from '../../../client/src/realtime/tabs/leader-tab.ts';
import type { LeaderMessage } from '../../../client/src/realtime/tabs/tab-channel.ts';
import { createHistory } from './sample-events.ts';
import { createTestRuntime } from '../../support/create-test-runtime.ts';

test('[TABS-1] what the leader receives as the reply to a sync reaches the other tabs too', async () => {
  const events = createHistory(3);
  const broadcast: LeaderMessage[] = [];
  const answer: SyncAnswer = {
    now: '2026-01-01T00:00:00.000Z',
    streams: { public: { events, head: '3.t3', more: false } },
  };
  const leader = createLeaderTab({
    runtime: createTestRuntime(),
    loadSocketIo: () => Promise.reject(new Error('it opens no socket')),
    origin: '',
    token: () => Promise.resolve(null),
    freshToken: () => Promise.resolve(null),
    onSessionEnded: () => undefined,
    cursors: () => ({}),
    sync: () => Promise.resolve(answer),
    catchUp: () => Promise.resolve(),
    onWireEvent: () => undefined,
    tabStream: { cursors: () => ({}), recentEventsAfter: () => null },
    channel: { broadcastAsLeader: (message) => broadcast.push(message) },
    // It never opens its connection, so it syncs over HTTP.
    firstContent: new Promise(() => undefined),
    connectionEventsSoFar: () => [],
    startLeaderTasks: () => () => undefined,
  });
  expect(await leader.sync('public', '0.0')).toMatchObject({ ok: true, events: [{ seq: 1 }, {}, {}] });
  expect(broadcast).toEqual([{ kind: 'facts', facts: [{ kind: 'events', stream: 'public', events }] }]);
  leader.stop();
});
