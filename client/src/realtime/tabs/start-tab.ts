import type { QueryClient } from '@tanstack/react-query';
import { createActor } from 'xstate';
import { registerActor } from '../../devtools/index.ts';
import type { TokenSource } from '../../api/http-client.ts';
import type { ConnectionEvent } from '../../machines/connection.machine.ts';
import { tabLeadershipMachine } from '../../machines/tab-leadership.machine.ts';
import type { Viewer } from '../../cache/cache-reducer.ts';
import { syncStream, type HttpSync } from '../connection/http-sync.ts';
import { createQueryCacheUpdates } from '../../cache/query-cache-updates.ts';
import type { ServerClock } from '../../clock/server-clock.ts';
import { createTabStream } from './tab-stream.ts';
import { createTokenRenewal } from '../connection/token-renewal.ts';
import { onWake } from '../connection/wake-signals.ts';
import type { PresenceNote, EphemeralEvent, WireEvent } from '../stream/wire-event.ts';
import { createLeaderRequests } from './leader-requests.ts';
import { createLeaderTab, type LeaderTab } from './leader-tab.ts';
import { createLeaderLock, type Locks } from './leader-lock.ts';
import { createTabChannel, type ChannelPort } from './tab-channel.ts';
import { tabGroupName, type LeaderMessage } from './tab-message.ts';

/** What tabs of a browser have in common; null where the browser does not lend it, as on pages that are not secure. */
export interface TabEnvironment {
  locks: Locks;
  openChannel(name: string): ChannelPort;
}

export interface TabParts {
  origin: string;
  tokens: TokenSource;
  onSessionEnded: () => void;
  clock: ServerClock;
  client: QueryClient;
  sync: HttpSync;
  viewer: () => Viewer;
  environment: TabEnvironment | null;
  /** What the connection waits for. */
  firstContent: Promise<void>;
  onConnectionEvent: (event: ConnectionEvent) => void;
  /** The events that bring another tab's view of the connection to where ours is. */
  connectionEventsSoFar: () => ConnectionEvent[];
  publishEphemeral: (whisper: EphemeralEvent) => void;
  onPublicSeq: (seq: number | null) => void;
  /** Begins what only the leading tab does. @returns how to end it */
  startLeaderTasks: () => () => void;
}

/** One tab among a person's tabs, from its sign-in to its end. */
export interface Tab {
  updateToken(token: string | null): void;
  sendNote(note: PresenceNote, group: string): void;
  checkAlive(): void;
  stop(): void;
}

export { startConnectionActor } from './connection-actor.ts';

const NO_CHANNEL: ChannelPort = { post: () => undefined, listen: () => undefined, close: () => undefined };

export function startTab(parts: TabParts): Tab {
  const { client, tokens, viewer, environment } = parts;
  const name = tabGroupName(viewer().cognito_id);
  const stopController = new AbortController();
  const queryCacheUpdates = createQueryCacheUpdates(client, viewer);
  let leaderTab: LeaderTab | null = null;

  const tabStream = createTabStream({
    ...parts,
    cacheUpdates: queryCacheUpdates.cacheUpdates,
    async sync(stream, after) {
      if (leaderTab) return leaderTab.sync(stream, after);
      return (await leaderRequests.requestEvents(stream, after)) ?? syncStream(parts.sync, stream, after);
    },
  });
  const channel = createTabChannel({
    port: environment?.openChannel(name) ?? NO_CHANNEL,
    now: Date.now,
    onLeaderMessage,
    onRequest: (word) => leaderTab?.handleRequest(word),
    onSuperseded: () => leadership.send({ type: 'SUPERSEDED' }),
  });
  const leaderRequests = createLeaderRequests(channel.sendToLeader, () => crypto.randomUUID());
  const renewal = createTokenRenewal({
    ...parts,
    onTokenChange: () => channel.sendToLeader({ kind: 'renewed' }),
  });

  function onLeaderMessage(word: LeaderMessage): void {
    leadership.send({ type: 'HEARD' });
    if (word.kind === 'facts') for (const fact of word.facts) tabStream.handleWireEvent(fact, false);
    if (word.kind === 'answer') leaderRequests.handleAnswer(word);
  }

  function publishWireEvent(fact: WireEvent): void {
    tabStream.handleWireEvent(fact, true);
    channel.broadcastAsLeader({ kind: 'facts', facts: [fact] });
  }

  async function token(): Promise<string | null> {
    const current = await tokens.accessToken();
    renewal.trackToken(current);
    return current;
  }

  const leadership = createActor(
    tabLeadershipMachine.provide({
      actors: { lock: createLeaderLock(environment?.locks, name) },
      actions: {
        ask: () => channel.sendToLeader({ kind: 'ping' }),
        lead() {
          channel.claimLeadership();
          const line = {
            ...parts,
            token,
            freshToken: () => tokens.refresh(true),
            cursors: tabStream.cursors,
          };
          leaderTab = createLeaderTab({
            ...line,
            catchUp: tabStream.catchUp,
            onWireEvent: publishWireEvent,
            tabStream,
            channel,
          });
        },
        resign() {
          leaderTab?.stop();
          leaderTab = null;
          channel.resignLeadership();
        },
      },
    }),
    { input: { visible: document.visibilityState === 'visible' } },
  );

  document.addEventListener(
    'visibilitychange',
    () => leadership.send({ type: document.visibilityState === 'visible' ? 'SHOWN' : 'HIDDEN' }),
    { signal: stopController.signal },
  );
  /** Whether tab or connection slept: both are asked. */
  const wake = () => {
    channel.sendToLeader({ kind: 'wake' });
    if (!leaderTab) tabStream.catchUp().catch(() => undefined);
  };
  onWake(wake, stopController.signal);
  // Only a hint, so that the connection is asked: it may be another network that went.
  window.addEventListener('offline', wake, { signal: stopController.signal });
  parts.onConnectionEvent({ type: 'START' });
  leadership.start();
  registerActor(leadership);
  leadership.send({ type: 'JOIN' });
  channel.sendToLeader({ kind: 'hello' });
  void token();

  return {
    checkAlive: wake,
    updateToken: (seen) => renewal.trackToken(seen),
    sendNote: (note, group) => channel.sendToLeader({ kind: 'note', note, group }),
    stop() {
      stopController.abort();
      leadership.send({ type: 'LEAVE' });
      leadership.stop();
      channel.close();
      renewal.stop();
      tabStream.stop();
      queryCacheUpdates.stop();
    },
  };
}
