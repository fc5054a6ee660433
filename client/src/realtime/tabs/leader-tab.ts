import type { StreamName } from '@cruddur/shared';
import { LOAD_RETRY_MS } from '../../lazy/lazy-value.ts';
import type { ConnectionEvent } from '../../machines/connection.machine.ts';
import { openConnection, type Connection, type ConnectionParts } from '../connection/connection.ts';
import type { FollowerReply } from '../stream/stream-follower.ts';
import { syncStream } from '../connection/http-sync.ts';
import type { TabStream } from './tab-stream.ts';
import type { WireEvent } from '../stream/wire-event.ts';
import type { TabChannel } from './tab-channel.ts';
import type { FollowerMessage } from './tab-message.ts';

export interface LeaderTabParts extends ConnectionParts {
  tabStream: Pick<TabStream, 'cursors' | 'recentEventsAfter'>;
  channel: Pick<TabChannel, 'broadcastAsLeader'>;
  /** What the connection waits for. */
  firstContent: Promise<void>;
  connectionEventsSoFar: () => ConnectionEvent[];
  /** Begins what only the leading tab does. @returns how to end it */
  startLeaderTasks: () => () => void;
}

/** What a tab does while it leads. */
export interface LeaderTab {
  sync(stream: StreamName, after: string): Promise<FollowerReply>;
  /** Another tab, or this one, says something to the leader. */
  handleRequest(word: FollowerMessage): void;
  stop(): void;
}

export function createLeaderTab(parts: LeaderTabParts): LeaderTab {
  const { tabStream, channel, token } = parts;
  const endWork = parts.startLeaderTasks();
  let connection: Connection | null = null;
  let stopped = false;
  const isStopped = () => stopped;

  const publishWireEvent = (fact: WireEvent) => {
    if (!stopped) parts.onWireEvent(fact);
  };
  void open();

  async function open(): Promise<void> {
    await parts.firstContent;
    if (isStopped()) return;
    try {
      const opened = await openConnection({ ...parts, onWireEvent: publishWireEvent });
      if (isStopped()) opened.close();
      else connection = opened;
    } catch {
      // Its code did not come.
      publishWireEvent({ kind: 'line', event: { type: 'LOST' } });
      await new Promise((resolve) => setTimeout(resolve, LOAD_RETRY_MS));
      if (!isStopped()) await open();
    }
  }

  async function renewToken(): Promise<void> {
    const renewed = await token();
    if (renewed && !stopped) connection?.renewToken(renewed);
  }

  /** Everything a tab needs that has just come. */
  function sendInitialState(): void {
    const status = parts.connectionEventsSoFar().map((event) => ({ kind: 'line', event }) as const);
    channel.broadcastAsLeader({
      kind: 'facts',
      facts: [...status, { kind: 'place', heads: tabStream.cursors() }],
    });
  }

  return {
    sync: (stream, after) => connection?.sync(stream, after) ?? syncStream(parts.sync, stream, after),
    handleRequest(word) {
      switch (word.kind) {
        case 'ping':
          channel.broadcastAsLeader({ kind: 'pulse' });
          return;
        case 'hello':
          sendInitialState();
          return;
        case 'ask':
          channel.broadcastAsLeader({
            kind: 'answer',
            id: word.id,
            reply: tabStream.recentEventsAfter(word.stream, word.after),
          });
          return;
        case 'wake':
          connection?.checkAlive();
          return;
        case 'renewed':
          void renewToken();
          return;
        case 'note':
          connection?.sendNote(word.note, word.group);
          return;
        case 'outrun':
      }
    },
    stop() {
      stopped = true;
      endWork();
      connection?.close();
    },
  };
}
