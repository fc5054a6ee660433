import {
  formatCursor,
  parseCursor,
  type StreamEvent,
  type StreamName,
  type SyncReply,
  type WireCursors,
  StreamFollower,
  type Cursor,
} from '@cruddur/shared';
import type { ConnectionState } from '../connection/connection.machine.ts';
import { type CacheUpdates, STREAMS } from '../cache/cache-updates.ts';
import type { ServerClock } from '../../base/clock/server-clock.ts';
import type { EphemeralEvent, WireEvent } from '../connection/wire-event.ts';
import { toSourceReply } from '../connection/http-sync.ts';

export interface TabStreamParts {
  cacheUpdates: CacheUpdates;
  clock: ServerClock;
  /** Called with the state of the leader tab's connection. */
  onLeaderConnection: (state: ConnectionState) => void;
  publishEphemeral: (event: EphemeralEvent) => void;
  /** The position of the public stream has changed. */
  onPublicSeq: (seq: number | null) => void;
  sync: (stream: StreamName, after: string) => Promise<SyncReply>;
}

/** Applies the connection's events to one tab, whether it is the leader or receives them from it. */
export interface TabStream {
  /** @param isOwn whether the event came over this tab's own connection */
  handleWireEvent(event: WireEvent, isOwn: boolean): void;
  /** The positions of the followed streams. */
  cursors: () => Partial<WireCursors>;
  /** Syncs both streams. Rejects when a sync fails. */
  catchUp: () => Promise<unknown>;
  /** The events after a cursor, for another tab; null when this tab no longer has all of them. */
  recentEventsAfter(stream: StreamName, after: string): SyncReply | null;
  /** Drops pending replies: the next user's pages must not receive them. */
  stop(): void;
}

export function createTabStream({
  cacheUpdates,
  clock,
  onLeaderConnection,
  publishEphemeral,
  onPublicSeq,
  sync,
}: TabStreamParts): TabStream {
  const followers: Record<StreamName, StreamFollower> = {
    public: createFollowerOf('public'),
    me: createFollowerOf('me'),
  };

  /** A received message ends its author's typing indicator. */
  function clearTyping(event: StreamEvent): void {
    if (event.kind !== 'message.created') return;
    const { message_group_uuid, handle, created_at: until } = event.data;
    publishEphemeral({ kind: 'typing', typing: { message_group_uuid, handle, until } });
  }

  function createFollowerOf(stream: StreamName): StreamFollower {
    const reportPublicSeq = (seq: number) => {
      if (stream === 'public') onPublicSeq(seq);
    };
    return new StreamFollower({
      // Each connection begins with the heads.
      readHead: () => Promise.resolve(null),
      readAfter: async (cursor) => toSourceReply(await sync(stream, formatCursor(cursor))),
      apply(event) {
        cacheUpdates.applyEvent({ stream, event });
        clearTyping(event);
        reportPublicSeq(event.seq);
      },
      onSnapshot(at, why) {
        cacheUpdates.onSnapshot(stream, at, why);
        reportPublicSeq(at.seq);
      },
    });
  }

  function forEachHead(
    heads: Partial<WireCursors>,
    apply: (follower: StreamFollower, head: Cursor) => void,
  ): void {
    for (const stream of STREAMS) {
      const head = parseCursor(heads[stream] ?? '');
      if (head) apply(followers[stream], head);
    }
  }

  /** The gateway sends no head to a socket that receives other frames. */
  function retryFailedReads(): void {
    for (const stream of STREAMS) followers[stream].retryFailedRead();
  }

  /** The gateway resumes from the leader's positions; any other tab compares its own with the heads. */
  function onReady({ heads, mode }: Extract<WireEvent, { kind: 'ready' }>, isOwn: boolean): void {
    const isReset = isOwn && mode === 'reset';
    if (followers.public.position() && !isReset) cacheUpdates.onReconnect();
    forEachHead(heads, (follower, head) => {
      if (!isOwn) {
        follower.alignWith(head);
        return;
      }
      if (isReset) follower.reset();
      follower.startAt(head);
    });
  }

  return {
    handleWireEvent(event, isOwn) {
      switch (event.kind) {
        case 'ready':
          clock.recordPushedTime(Date.parse(event.now));
          onReady(event, isOwn);
          return;
        case 'events':
          followers[event.stream].receive(event.events);
          retryFailedReads();
          return;
        case 'head':
          clock.recordPushedTime(Date.parse(event.now));
          forEachHead(event.heads, (follower, head) => follower.compareWithHead(head));
          retryFailedReads();
          return;
        case 'cursors':
          forEachHead(event.cursors, (follower, head) => follower.alignWith(head));
          return;
        case 'counts':
          cacheUpdates.applyCounts(event.counts);
          retryFailedReads();
          return;
        case 'connection-state':
          onLeaderConnection(event.state);
          return;
        case 'typing':
        case 'presence':
          publishEphemeral(event);
      }
    },
    cursors() {
      const known = STREAMS.flatMap((stream) => {
        const cursor = followers[stream].position();
        return cursor ? [[stream, formatCursor(cursor)] as const] : [];
      });
      return Object.fromEntries(known);
    },
    catchUp: () => Promise.all(STREAMS.map((stream) => followers[stream].catchUp())),
    recentEventsAfter(stream, after) {
      const position = parseCursor(after);
      const head = followers[stream].position();
      const events = position && head && cacheUpdates.recentEvents[stream].after(position);
      return events ? { ok: true, events, head: formatCursor(head), more: false } : null;
    },
    stop() {
      for (const stream of STREAMS) followers[stream].close();
    },
  };
}
