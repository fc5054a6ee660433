import type { QueryClient } from '@tanstack/react-query';
import { createActor } from 'xstate';
import { registerActor } from '../../base/actors.ts';
import type { TokenSource } from '../../base/http/http-client.ts';
import type { ConnectionState } from '../connection/connection.machine.ts';
import { tabLeadershipMachine } from './tab-leadership.machine.ts';
import type { Viewer } from '../cache/cache-reducer.ts';
import { syncStream, type HttpSync } from '../connection/http-sync.ts';
import type { CacheUpdates } from '../cache/cache-updates.ts';
import { followExpiry } from '../cache/follow-expiry.ts';
import { followRequests } from '../cache/follow-requests.ts';
import { hidePeople } from '../cache/hidden-people.ts';
import { createQueryCacheUpdates, type QueryCacheUpdatesParts } from '../cache/query-cache-updates.ts';
import { refetchUnconfirmed, confirmChange } from '../cache/refetch-unconfirmed.ts';
import type { ServerClock } from '../../base/clock/server-clock.ts';
import { type Runtime, toActorClock } from '../../base/runtime/runtime.ts';
import type { ConnectSocket } from '../connection/socket.ts';
import { createConnection } from '../connection/connection.ts';
import { createTabStream } from './tab-stream.ts';
import { createTokenRenewal } from '../connection/token-renewal.ts';
import { onWake } from '../connection/wake-signals.ts';
import type { EphemeralEvent, WireEvent } from '../connection/wire-event.ts';
import { createLeaderTab, type LeaderTab } from './leader-tab.ts';
import { createLeaderLock } from './leader-lock.ts';
import {
  createLeaderRequests,
  createTabChannel,
  tabGroupName,
  type ChannelPort,
  type LeaderMessage,
} from './tab-channel.ts';
import { startTabReport, type TabReportParts } from './tab-report.ts';
import type { Locks } from '../../base/runtime/web-lock.ts';

/** The browser's APIs for coordinating tabs. */
export interface TabEnvironment {
  locks: Locks;
  openChannel(name: string): ChannelPort;
}

export interface TabParts
  extends Pick<TabReportParts, 'observeCrudsOnScreen'>, Pick<QueryCacheUpdatesParts, 'avatarVersions'> {
  origin: string;
  runtime: Runtime;
  /** Loads Socket.IO. */
  loadSocketIo: () => Promise<ConnectSocket>;
  tokens: TokenSource;
  onSessionEnded: () => void;
  clock: ServerClock;
  client: QueryClient;
  sync: HttpSync;
  viewer: () => Viewer;
  /** Null where the browser lacks the APIs, as on insecure pages. */
  environment: TabEnvironment | null;
  /** The connection is opened after it. */
  firstContent: Promise<void>;
  onConnectionState: (state: ConnectionState) => void;
  publishEphemeral: (event: EphemeralEvent) => void;
  onPublicSeq: (seq: number | null) => void;
  /** Starts the tasks of the leader tab. @returns stops them */
  startLeaderTasks: () => () => void;
  /** Sees each change before the cache does; for simulations. */
  observeUpdates?: (updates: CacheUpdates) => CacheUpdates;
}

/** One of a user's tabs, from the sign-in until `stop`. */
export interface Tab {
  updateToken(token: string | null): void;
  sendEphemeral(event: EphemeralEvent['kind'], group: string): void;
  checkAlive(): void;
  stop(): void;
}

const NO_CHANNEL: ChannelPort = { post: () => undefined, listen: () => undefined, close: () => undefined };

export function startTab(parts: TabParts): Tab {
  const { client, tokens, viewer, environment, runtime, observeUpdates = (updates) => updates } = parts;
  const { timers, page } = runtime;
  const name = tabGroupName(viewer().cognito_id);
  const stopController = new AbortController();
  const hiddenPeople = hidePeople(client);
  const { cacheUpdates, stop: stopUpdates } = createQueryCacheUpdates({
    ...parts,
    viewerFilters: [hiddenPeople.filter],
    onApplied: [
      hiddenPeople.onApplied,
      (event) => confirmChange(client, event),
      (event) => followRequests(client, event),
    ],
  });
  const stopRefetching = refetchUnconfirmed(client, cacheUpdates.recentEvents, runtime);
  const stopFollowingExpiry = followExpiry(client, parts.clock, timers);
  let leaderTab: LeaderTab | null = null;

  const tabStream = createTabStream({
    ...parts,
    cacheUpdates: observeUpdates(cacheUpdates),
    onLeaderConnection: (state) => connection.hear(state),
    async sync(stream, after) {
      if (leaderTab) return leaderTab.sync(stream, after);
      return (await leaderRequests.requestEvents(stream, after)) ?? syncStream(parts.sync, stream, after);
    },
  });
  const channel = createTabChannel({
    port: environment?.openChannel(name) ?? NO_CHANNEL,
    now: runtime.now,
    onLeaderMessage,
    onRequest: (message) => leaderTab?.handleRequest(message),
    onSuperseded: () => leadership.send({ type: 'SUPERSEDED' }),
  });
  const leaderRequests = createLeaderRequests(channel.sendToLeader, runtime);
  const renewal = createTokenRenewal({
    ...parts,
    onTokenChange: () => channel.sendToLeader({ kind: 'renewed' }),
  });

  function onLeaderMessage(message: LeaderMessage): void {
    leadership.send({ type: 'HEARD' });
    if (message.kind === 'claim') report.send();
    if (message.kind === 'wire-events')
      for (const event of message.events) tabStream.handleWireEvent(event, false);
    if (message.kind === 'catch-up-reply') leaderRequests.handleReply(message);
  }

  function publishWireEvent(event: WireEvent): void {
    tabStream.handleWireEvent(event, true);
    channel.broadcastAsLeader({ kind: 'wire-events', events: [event] });
  }

  let lastToken: string | null = null;
  async function token(): Promise<string | null> {
    lastToken = await tokens.accessToken();
    renewal.trackToken(lastToken);
    return lastToken;
  }

  const connection = createConnection({
    ...parts,
    token,
    freshToken: () => tokens.refresh(lastToken),
    cursors: tabStream.cursors,
    catchUp: tabStream.catchUp,
    onWireEvent: publishWireEvent,
    onState(state) {
      parts.onConnectionState(state);
      channel.broadcastAsLeader({ kind: 'wire-events', events: [{ kind: 'connection-state', state }] });
    },
  });
  parts.onConnectionState(connection.state());

  const report = startTabReport({ ...parts, sendToLeader: channel.sendToLeader });
  const leadership = createActor(
    tabLeadershipMachine.provide({
      actors: { lock: createLeaderLock(environment?.locks, name) },
      actions: {
        pingLeader: () => channel.sendToLeader({ kind: 'ping' }),
        startLeading() {
          channel.claimLeadership();
          leaderTab = createLeaderTab({
            ...parts,
            token,
            connection,
            tabStream,
            channel,
          });
          report.send();
        },
        stopLeading() {
          channel.resignLeadership();
          leaderTab?.stop();
          leaderTab = null;
          // The new leader may have told its state before.
          channel.sendToLeader({ kind: 'hello' });
        },
      },
    }),
    { input: { visible: page.isVisible() }, clock: toActorClock(timers) },
  );

  page.on(
    'visibilitychange',
    () => leadership.send({ type: page.isVisible() ? 'SHOWN' : 'HIDDEN' }),
    stopController.signal,
  );
  /** The tab or the connection may have missed events: the leader checks its connection, the others sync. */
  const checkAlive = () => {
    report.send();
    channel.sendToLeader({ kind: 'wake' });
    if (!leaderTab) tabStream.catchUp().catch(() => undefined);
  };
  onWake(runtime, checkAlive, stopController.signal);
  // Only a hint: another network interface may be offline, so the connection is checked.
  page.on('offline', checkAlive, stopController.signal);
  leadership.start();
  registerActor(leadership);
  leadership.send({ type: 'JOIN' });
  channel.sendToLeader({ kind: 'hello' });
  void token();

  return {
    checkAlive,
    updateToken: (renewed) => renewal.trackToken(renewed),
    sendEphemeral: (event, group) => channel.sendToLeader({ kind: 'ephemeral', event, group }),
    stop() {
      stopController.abort();
      report.stop();
      leadership.send({ type: 'LEAVE' });
      leadership.stop();
      connection.close();
      channel.close();
      renewal.stop();
      tabStream.stop();
      stopUpdates();
      stopRefetching();
      hiddenPeople.stop();
      stopFollowingExpiry();
    },
  };
}
