import type { StreamName, SyncReply } from '@cruddur/shared';
import type { Runtime } from '../../base/runtime/runtime.ts';
import type { EphemeralEvent, WireEvent } from '../connection/wire-event.ts';
import type { AttentionReport } from './browser-attention.ts';

/** Raised when the messages change, so that tabs of different builds do not share a channel. */
const TABS_VERSION = 3;

/** The name of the lock and the channel of a user's tabs in this browser. */
export function tabGroupName(sub: string): string {
  return `cruddur tabs ${TABS_VERSION} ${sub}`;
}

/** A message from the leader tab to all others. */
export type LeaderMessage =
  /** The sender is the leader from now on. */
  | { kind: 'claim' }
  /** The reply to `ping`. */
  | { kind: 'heartbeat' }
  | { kind: 'wire-events'; events: WireEvent[] }
  /** The reply to `catch-up-request`; null when the leader no longer has the events. */
  | { kind: 'catch-up-reply'; id: string; reply: SyncReply | null };

/** A message from any tab to the leader. Messages contain neither tokens nor texts. */
export type FollowerMessage =
  | { kind: 'ping' }
  /** A new tab requests the cursors and the connection's state. */
  | { kind: 'hello' }
  | { kind: 'catch-up-request'; id: string; stream: StreamName; after: string }
  | { kind: 'wake' }
  /** The token that all tabs share was renewed. */
  | { kind: 'renewed' }
  | AttentionReport
  | { kind: 'ephemeral'; event: EphemeralEvent['kind']; group: string }
  /** Rejects a `claim`: the sender knows a newer generation. */
  | { kind: 'newer-leader'; claimed: number; newest: number };

export type TabMessage =
  | { from: 'leader'; generation: number; message: LeaderMessage }
  | { from: 'follower'; message: FollowerMessage };

/** A broadcast channel to the other tabs. */
export interface ChannelPort {
  post(message: TabMessage): void;
  listen(onMessage: (message: TabMessage) => void): void;
  close(): void;
}

export interface TabChannelParts {
  port: ChannelPort;
  /** Epoch milliseconds by this machine. */
  now: () => number;
  /** A message of the newest leader. */
  onLeaderMessage: (message: LeaderMessage) => void;
  /** A message to this tab while it is the leader. */
  onRequest: (message: FollowerMessage) => void;
  /** This tab was the leader and a newer one exists. */
  onSuperseded: () => void;
}

export interface TabChannel {
  /** Makes this tab the leader, with a generation above all known ones. */
  claimLeadership(): void;
  resignLeadership(): void;
  /** Sends to all other tabs; does nothing unless this tab is the leader. */
  broadcastAsLeader: (message: LeaderMessage) => void;
  /** Sends to the leader, which may be this tab. */
  sendToLeader: (message: FollowerMessage) => void;
  close(): void;
}

/**
 * The messages between a user's tabs. Leaders number their generations by the clock. Messages of an older generation are
 * ignored, because a frozen tab may wake up after another tab has become the leader.
 */
export function createTabChannel({
  port,
  now,
  onLeaderMessage,
  onRequest,
  onSuperseded,
}: TabChannelParts): TabChannel {
  let newestGeneration = 0;
  let ownGeneration: number | null = null;

  function broadcastAsLeader(message: LeaderMessage): void {
    if (ownGeneration !== null) port.post({ from: 'leader', generation: ownGeneration, message });
  }

  function claimLeadership(): void {
    ownGeneration = newestGeneration = Math.max(newestGeneration + 1, now());
    broadcastAsLeader({ kind: 'claim' });
  }

  function receiveFromLeader(generation: number, message: LeaderMessage): void {
    if (generation < newestGeneration) {
      // The two tabs' clocks differ. The sender holds the lock, so it must claim again with a higher generation.
      if (message.kind === 'claim')
        port.post({
          from: 'follower',
          message: { kind: 'newer-leader', claimed: generation, newest: newestGeneration },
        });
      if (message.kind === 'claim' && ownGeneration !== null) onSuperseded();
      return;
    }
    newestGeneration = generation;
    if (ownGeneration !== null) onSuperseded();
    onLeaderMessage(message);
  }

  function receiveFromFollower(message: FollowerMessage): void {
    if (ownGeneration === null) return;
    if (message.kind !== 'newer-leader') onRequest(message);
    else if (message.claimed === ownGeneration) {
      newestGeneration = Math.max(newestGeneration, message.newest);
      claimLeadership();
      // The other tabs ignored the messages of the lower generation.
      onRequest({ kind: 'hello' });
    }
  }

  port.listen((received) => {
    if (received.from === 'leader') receiveFromLeader(received.generation, received.message);
    else receiveFromFollower(received.message);
  });

  return {
    claimLeadership,
    resignLeadership: () => (ownGeneration = null),
    broadcastAsLeader,
    sendToLeader(message) {
      if (ownGeneration === null) port.post({ from: 'follower', message });
      else onRequest(message);
    },
    close() {
      ownGeneration = null;
      port.close();
    },
  };
}

/** How long a tab waits for the leader's reply, in milliseconds; the leader replies from memory. */
const REPLY_TIMEOUT_MS = 500;

/** The requests of a tab to the leader. */
export interface LeaderRequests {
  /** The events after a cursor; null when the leader no longer has them or does not reply. */
  requestEvents(stream: StreamName, after: string): Promise<SyncReply | null>;
  handleReply(message: Extract<LeaderMessage, { kind: 'catch-up-reply' }>): void;
}

export function createLeaderRequests(
  sendToLeader: (message: FollowerMessage) => void,
  { timers, newId }: Pick<Runtime, 'timers' | 'newId'>,
): LeaderRequests {
  const pending = new Map<string, (reply: SyncReply | null) => void>();
  return {
    requestEvents(stream, after) {
      return new Promise((resolve) => {
        const id = newId();
        const settle = (reply: SyncReply | null) => {
          cancelTimeout();
          pending.delete(id);
          resolve(reply);
        };
        const cancelTimeout = timers.after(REPLY_TIMEOUT_MS, () => settle(null));
        pending.set(id, settle);
        sendToLeader({ kind: 'catch-up-request', id, stream, after });
      });
    },
    handleReply: ({ id, reply }) => pending.get(id)?.(reply),
  };
}
