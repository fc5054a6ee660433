import type { StreamName, SyncReply } from '@cruddur/shared';
import { delay } from '../../runtime/delay.ts';
import { LOAD_RETRY_MS } from '../../lazy/lazy-value.ts';
import type { ConnectionEvent } from '../../machines/connection.machine.ts';
import { openConnection, type Connection, type ConnectionParts } from '../connection/connection.ts';
import { createBrowserAttention } from './browser-attention.ts';
import { syncStream } from '../connection/http-sync.ts';
import type { TabStream } from './tab-stream.ts';
import type { WireEvent } from '../stream/wire-event.ts';
import type { FollowerMessage, TabChannel } from './tab-channel.ts';

export interface LeaderTabParts extends ConnectionParts {
  tabStream: Pick<TabStream, 'cursors' | 'recentEventsAfter'>;
  channel: Pick<TabChannel, 'broadcastAsLeader'>;
  /** The connection is opened after it. */
  firstContent: Promise<void>;
  connectionEventsSoFar: () => ConnectionEvent[];
  /** Starts the tasks of the leader tab. @returns stops them */
  startLeaderTasks: () => () => void;
}

/** A tab while it is the leader. */
export interface LeaderTab {
  sync(stream: StreamName, after: string): Promise<SyncReply>;
  /** Handles a message of another tab, or of this one. */
  handleRequest(message: FollowerMessage): void;
  stop(): void;
}

export function createLeaderTab(parts: LeaderTabParts): LeaderTab {
  const { tabStream, channel, token } = parts;
  const stopTasks = parts.startLeaderTasks();
  const attention = createBrowserAttention({
    ...parts,
    onQuietChange: () => connection?.sendAttention(),
    onViewedChange: (shownAnew) => connection?.sendAttention(shownAnew),
  });
  let connection: Connection | null = null;
  let stopped = false;
  const isStopped = () => stopped;

  const publishWireEvent = (event: WireEvent) => {
    if (!stopped) parts.onWireEvent(event);
  };
  void connect();

  async function connect(): Promise<void> {
    await parts.firstContent;
    if (isStopped()) return;
    try {
      const opened = await openConnection({ ...parts, attention, onWireEvent: publishWireEvent });
      if (isStopped()) opened.close();
      else connection = opened;
    } catch {
      // The socket's chunk failed to load.
      publishWireEvent({ kind: 'line', event: { type: 'LOST' } });
      await delay(parts.runtime.timers, LOAD_RETRY_MS);
      if (!isStopped()) await connect();
    }
  }

  const broadcastFact = (fact: WireEvent) => channel.broadcastAsLeader({ kind: 'facts', facts: [fact] });

  /** A reply reaches this tab only, and the others lack the same events or follow the same lost history. */
  async function syncAllTabs(stream: StreamName, after: string): Promise<SyncReply> {
    const reply = await (connection?.sync(stream, after) ?? syncStream(parts.sync, stream, after));
    if (!reply.ok) {
      if (reply.head !== undefined) broadcastFact({ kind: 'place', heads: { [stream]: reply.head } });
    } else if (reply.events.length > 0) broadcastFact({ kind: 'events', stream, events: reply.events });
    return reply;
  }

  async function renewToken(): Promise<void> {
    const renewed = await token();
    if (renewed && !stopped) connection?.renewToken(renewed);
  }

  /** The state that a new tab needs. */
  function sendInitialState(): void {
    const connectionEvents = parts.connectionEventsSoFar().map((event) => ({ kind: 'line', event }) as const);
    channel.broadcastAsLeader({
      kind: 'facts',
      facts: [...connectionEvents, { kind: 'place', heads: tabStream.cursors() }],
    });
  }

  return {
    sync: syncAllTabs,
    handleRequest(message) {
      switch (message.kind) {
        case 'ping':
          channel.broadcastAsLeader({ kind: 'pulse' });
          return;
        case 'hello':
          sendInitialState();
          return;
        case 'ask':
          channel.broadcastAsLeader({
            kind: 'answer',
            id: message.id,
            reply: tabStream.recentEventsAfter(message.stream, message.after),
          });
          return;
        case 'wake':
          connection?.checkAlive();
          return;
        case 'renewed':
          void renewToken();
          return;
        case 'visible':
        case 'hidden':
          attention.handleReport(message);
          return;
        case 'note':
          connection?.sendNote(message.note, message.group);
          return;
        case 'outrun':
      }
    },
    stop() {
      stopped = true;
      stopTasks();
      attention.stop();
      connection?.close();
    },
  };
}
