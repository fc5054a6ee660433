import type { StreamName, SyncReply } from '@cruddur/shared';
import type { Connection, ConnectionParts } from '../connection/connection.ts';
import { createBrowserAttention } from './browser-attention.ts';
import type { TabStream } from './tab-stream.ts';
import type { WireEvent } from '../connection/wire-event.ts';
import type { FollowerMessage, TabChannel } from './tab-channel.ts';

export interface LeaderTabParts extends Pick<ConnectionParts, 'runtime' | 'token'> {
  connection: Connection;
  tabStream: Pick<TabStream, 'cursors' | 'recentEventsAfter'>;
  channel: Pick<TabChannel, 'broadcastAsLeader'>;
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
  const { connection, tabStream, channel, token } = parts;
  const stopTasks = parts.startLeaderTasks();
  const attention = createBrowserAttention({
    ...parts,
    onQuietChange: () => connection.sendAttention(),
    onViewedChange: (shownAnew) => connection.sendAttention(shownAnew),
  });
  let stopped = false;
  connection.lead(attention);

  const broadcastEvent = (event: WireEvent) =>
    channel.broadcastAsLeader({ kind: 'wire-events', events: [event] });

  /** A reply reaches this tab only, and the others lack the same events or follow the same lost history. */
  async function syncAllTabs(stream: StreamName, after: string): Promise<SyncReply> {
    const reply = await connection.sync(stream, after);
    if (!reply.ok) broadcastEvent({ kind: 'cursors', cursors: { [stream]: reply.head } });
    else if (reply.events.length > 0) broadcastEvent({ kind: 'events', stream, events: reply.events });
    return reply;
  }

  async function renewToken(): Promise<void> {
    const renewed = await token();
    if (renewed && !stopped) connection.renewToken(renewed);
  }

  /** The state that a new tab needs. */
  function sendInitialState(): void {
    channel.broadcastAsLeader({
      kind: 'wire-events',
      events: [
        { kind: 'connection-state', state: connection.state() },
        { kind: 'cursors', cursors: tabStream.cursors() },
      ],
    });
  }

  return {
    sync: syncAllTabs,
    handleRequest(message) {
      switch (message.kind) {
        case 'ping':
          channel.broadcastAsLeader({ kind: 'heartbeat' });
          return;
        case 'hello':
          sendInitialState();
          return;
        case 'catch-up-request':
          channel.broadcastAsLeader({
            kind: 'catch-up-reply',
            id: message.id,
            reply: tabStream.recentEventsAfter(message.stream, message.after),
          });
          return;
        case 'wake':
          connection.checkAlive();
          return;
        case 'renewed':
          void renewToken();
          return;
        case 'visible':
        case 'hidden':
          attention.handleReport(message);
          return;
        case 'ephemeral':
          connection.sendEphemeral(message.event, message.group);
          return;
        case 'newer-leader':
      }
    },
    stop() {
      stopped = true;
      stopTasks();
      attention.stop();
      connection.follow();
    },
  };
}
