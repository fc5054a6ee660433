import type { StreamName, SyncReply } from '@cruddur/shared';
import type { Connection, ConnectionParts } from '../connection/connection.ts';
import { createBrowserAttention } from './browser-attention.ts';
import type { TabStream } from './tab-stream.ts';
import type { WireEvent } from '../stream/wire-event.ts';
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

  const broadcastFact = (fact: WireEvent) => channel.broadcastAsLeader({ kind: 'facts', facts: [fact] });

  /** A reply reaches this tab only, and the others lack the same events or follow the same lost history. */
  async function syncAllTabs(stream: StreamName, after: string): Promise<SyncReply> {
    const reply = await connection.sync(stream, after);
    if (!reply.ok) {
      if (reply.head !== undefined) broadcastFact({ kind: 'place', heads: { [stream]: reply.head } });
    } else if (reply.events.length > 0) broadcastFact({ kind: 'events', stream, events: reply.events });
    return reply;
  }

  async function renewToken(): Promise<void> {
    const renewed = await token();
    if (renewed && !stopped) connection.renewToken(renewed);
  }

  /** The state that a new tab needs. */
  function sendInitialState(): void {
    channel.broadcastAsLeader({
      kind: 'facts',
      facts: [
        { kind: 'line', state: connection.state() },
        { kind: 'place', heads: tabStream.cursors() },
      ],
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
          connection.checkAlive();
          return;
        case 'renewed':
          void renewToken();
          return;
        case 'visible':
        case 'hidden':
          attention.handleReport(message);
          return;
        case 'note':
          connection.sendNote(message.note, message.group);
          return;
        case 'outrun':
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
