import {
  formatCursor,
  parseCursor,
  type StreamEvent,
  type StreamName,
  type SyncReply,
  type WireCursors,
} from '@cruddur/shared';
import type { ConnectionState } from '../../machines/connection.machine.ts';
import { createRecentEvents, STREAMS } from '../../cache/recent-events.ts';
import type { CacheUpdates } from '../../cache/cache-updates.ts';
import type { ServerClock } from '../../clock/server-clock.ts';
import { createStreamFollower, type StreamFollower } from '../stream/stream-follower.ts';
import type { EphemeralEvent, WireEvent } from '../stream/wire-event.ts';

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
  const recentEvents = { public: createRecentEvents(), me: createRecentEvents() };
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
    return createStreamFollower({
      sync: (after) => sync(stream, after),
      apply(event) {
        recentEvents[stream].add(event);
        cacheUpdates.applyEvent({ stream, event });
        clearTyping(event);
        reportPublicSeq(event.seq);
      },
      onSnapshot(at, why) {
        recentEvents[stream].resetTo(at);
        cacheUpdates.onSnapshot(stream, at, why);
        reportPublicSeq(at.seq);
      },
    });
  }

  function forEachHead(
    heads: Partial<WireCursors>,
    apply: (follower: StreamFollower, head: string) => void,
  ): void {
    for (const stream of STREAMS) {
      const head = heads[stream];
      if (head !== undefined) apply(followers[stream], head);
    }
  }

  /** The gateway sends no head to a socket that receives other frames. */
  function retryFailedSyncs(): void {
    for (const stream of STREAMS) followers[stream].retryFailedSync();
  }

  /** The gateway resumes from the leader's positions; any other tab compares its own with the heads. */
  function onReady({ heads, mode }: Extract<WireEvent, { kind: 'ready' }>, isOwn: boolean): void {
    const isReset = isOwn && mode === 'reset';
    if (followers.public.cursor() && !isReset) cacheUpdates.onReconnect();
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
          retryFailedSyncs();
          return;
        case 'head':
          clock.recordPushedTime(Date.parse(event.now));
          forEachHead(event.heads, (follower, head) => follower.compareWithHead(head));
          retryFailedSyncs();
          return;
        case 'place':
          forEachHead(event.heads, (follower, head) => follower.alignWith(head));
          return;
        case 'counts':
          cacheUpdates.applyCounts(event.counts);
          retryFailedSyncs();
          return;
        case 'line':
          onLeaderConnection(event.state);
          return;
        case 'typing':
        case 'presence':
          publishEphemeral(event);
      }
    },
    cursors() {
      const known = STREAMS.flatMap((stream) => {
        const cursor = followers[stream].cursor();
        return cursor ? [[stream, formatCursor(cursor)] as const] : [];
      });
      return Object.fromEntries(known);
    },
    catchUp: () => Promise.all(STREAMS.map((stream) => followers[stream].catchUp())),
    recentEventsAfter(stream, after) {
      const position = parseCursor(after);
      const head = followers[stream].cursor();
      const events = position && head && recentEvents[stream].eventsAfterExact(position);
      return events ? { ok: true, events: [...events], head: formatCursor(head), more: false } : null;
    },
    stop() {
      for (const stream of STREAMS) followers[stream].reset();
    },
  };
}
