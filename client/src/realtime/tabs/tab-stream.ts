import {
  formatCursor,
  parseCursor,
  type StreamEvent,
  type StreamName,
  type SyncReply,
  type WireCursors,
} from '@cruddur/shared';
import type { ConnectionEvent } from '../../machines/connection.machine.ts';
import { createRecentEvents } from '../stream/recent-events.ts';
import type { CacheUpdates } from '../../cache/cache-updates.ts';
import type { ServerClock } from '../../clock/server-clock.ts';
import { createStreamFollower, type FollowerReply, type StreamFollower } from '../stream/stream-follower.ts';
import { STREAMS, type EphemeralEvent, type WireEvent } from '../stream/wire-event.ts';

export interface TabStreamParts {
  cacheUpdates: CacheUpdates;
  clock: ServerClock;
  onConnectionEvent: (event: ConnectionEvent) => void;
  publishEphemeral: (whisper: EphemeralEvent) => void;
  /** Where the public stream stands now. */
  onPublicSeq: (seq: number | null) => void;
  sync: (stream: StreamName, after: string) => Promise<FollowerReply>;
}

/** What one tab makes of the facts, whether it holds the connection or hears of it. */
export interface TabStream {
  /** @param own whether the fact came over this tab's own connection */
  handleWireEvent(fact: WireEvent, own: boolean): void;
  /** The places of the streams that are followed. */
  cursors: () => Partial<WireCursors>;
  /** Asks for what may be missing. Rejects when nobody answers. */
  catchUp: () => Promise<unknown>;
  /** The events after a place, for another tab; null when they are not all remembered. */
  recentEventsAfter(stream: StreamName, after: string): SyncReply | null;
  /** What was asked for before is not applied any more: by then the pages may be another person's. */
  stop(): void;
}

export function createTabStream({
  cacheUpdates,
  clock,
  onConnectionEvent,
  publishEphemeral,
  onPublicSeq,
  sync,
}: TabStreamParts): TabStream {
  const recentEvents = { public: createRecentEvents(), me: createRecentEvents() };
  const followers: Record<StreamName, StreamFollower> = {
    public: createFollowerOf('public'),
    me: createFollowerOf('me'),
  };

  /** What somebody was typing is here: they are not typing it any more. */
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
    act: (follower: StreamFollower, head: string) => void,
  ): void {
    for (const stream of STREAMS) {
      const head = heads[stream];
      if (head !== undefined) act(followers[stream], head);
    }
  }

  /** The gateway knew the places of the tab that holds the connection; any other tab has to compare its own. */
  function onReady({ heads, mode }: Extract<WireEvent, { kind: 'ready' }>, own: boolean): void {
    const isReset = own && mode === 'reset';
    if (followers.public.cursor() && !isReset) cacheUpdates.onReconnect();
    forEachHead(heads, (follower, head) => {
      if (!own) {
        follower.alignWith(head);
        return;
      }
      if (isReset) follower.reset();
      follower.startAt(head);
    });
  }

  return {
    handleWireEvent(fact, own) {
      switch (fact.kind) {
        case 'ready':
          clock.recordPushedTime(Date.parse(fact.now));
          onReady(fact, own);
          return;
        case 'events':
          followers[fact.stream].receive(fact.events);
          return;
        case 'head':
          clock.recordPushedTime(Date.parse(fact.now));
          forEachHead(fact.heads, (follower, head) => follower.compareWithHead(head));
          return;
        case 'place':
          forEachHead(fact.heads, (follower, head) => follower.alignWith(head));
          return;
        case 'counts':
          cacheUpdates.applyCounts(fact.counts);
          return;
        case 'line':
          onConnectionEvent(fact.event);
          return;
        case 'typing':
        case 'presence':
          publishEphemeral(fact);
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
      const place = parseCursor(after);
      const head = followers[stream].cursor();
      const events = place && head && recentEvents[stream].eventsAfterExact(place);
      return events ? { ok: true, events: [...events], head: formatCursor(head), more: false } : null;
    },
    stop() {
      for (const stream of STREAMS) followers[stream].reset();
    },
  };
}
