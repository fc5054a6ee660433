import type { SyncAnswer } from '@cruddur/shared';
import { expect, test } from 'vitest';
import { createLeaderTab } from '../../../client/src/realtime/tabs/leader-tab.ts';
import type { LeaderMessage } from '../../../client/src/realtime/tabs/tab-channel.ts';
import { createHistory } from './sample-events.ts';
import { createTestRuntime } from '../../support/create-test-runtime.ts';

/** A leader tab that syncs over HTTP, because it never opens its connection. */
function createTestLeader(streams: SyncAnswer['streams']) {
  const broadcast: LeaderMessage[] = [];
  const leader = createLeaderTab({
    runtime: createTestRuntime(),
    loadSocketIo: () => Promise.reject(new Error('it opens no socket')),
    origin: '',
    token: () => Promise.resolve(null),
    freshToken: () => Promise.resolve(null),
    onSessionEnded: () => undefined,
    cursors: () => ({}),
    sync: () => Promise.resolve({ now: '2026-01-01T00:00:00.000Z', streams }),
    catchUp: () => Promise.resolve(),
    onWireEvent: () => undefined,
    tabStream: { cursors: () => ({}), recentEventsAfter: () => null },
    channel: { broadcastAsLeader: (message) => broadcast.push(message) },
    firstContent: new Promise(() => undefined),
    connectionEventsSoFar: () => [],
    startLeaderTasks: () => () => undefined,
  });
  return { leader, broadcast };
}

test('[TABS-1] what the leader receives as the reply to a sync reaches the other tabs too', async () => {
  const events = createHistory(3);
  const { leader, broadcast } = createTestLeader({ public: { events, head: '3.t3', more: false } });
  expect(await leader.sync('public', '0.0')).toMatchObject({ ok: true, events: [{ seq: 1 }, {}, {}] });
  expect(broadcast).toEqual([{ kind: 'facts', facts: [{ kind: 'events', stream: 'public', events }] }]);
  leader.stop();
});

test('[LIVE-2] the other tabs hear that the store has lost the history of the leader', async () => {
  const { leader, broadcast } = createTestLeader({ me: { reset: true, head: '2.x2' } });
  expect(await leader.sync('me', '2.t2')).toMatchObject({ ok: false, reset: true });
  expect(broadcast).toEqual([{ kind: 'facts', facts: [{ kind: 'place', heads: { me: '2.x2' } }] }]);
  leader.stop();
});
