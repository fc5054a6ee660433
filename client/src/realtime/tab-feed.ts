import {
  formatCursor,
  parseCursor,
  type StreamEvent,
  type StreamName,
  type SyncReply,
  type WireCursors,
} from '@cruddur/shared';
import type { ConnectionEvent } from '../machines/connection.machine.ts';
import { createEventMemory } from './event-memory.ts';
import type { News } from './news.ts';
import type { ServerClock } from './server-clock.ts';
import { createFollower, type FollowerReply, type StreamFollower } from './stream-follower.ts';
import { STREAMS, type Whisper, type WireFact } from './wire-fact.ts';

export interface TabFeedParts {
  news: News;
  clock: ServerClock;
  line: (event: ConnectionEvent) => void;
  whisper: (whisper: Whisper) => void;
  /** Where the public stream stands now. */
  moved: (seq: number | null) => void;
  sync: (stream: StreamName, after: string) => Promise<FollowerReply>;
}

/** What one tab makes of the facts, whether it holds the connection or hears of it. */
export interface TabFeed {
  /** @param own whether the fact came over this tab's own connection */
  hear(fact: WireFact, own: boolean): void;
  /** The places of the streams that are followed. */
  cursors: () => Partial<WireCursors>;
  /** Asks for what may be missing. Rejects when nobody answers. */
  ask: () => Promise<unknown>;
  /** The events after a place, for another tab; null when they are not all remembered. */
  remembered(stream: StreamName, after: string): SyncReply | null;
  /** What was asked for before is not applied any more: by then the pages may be another person's. */
  stop(): void;
}

export function createTabFeed({ news, clock, line, whisper, moved, sync }: TabFeedParts): TabFeed {
  const memories = { public: createEventMemory(), me: createEventMemory() };
  const followers: Record<StreamName, StreamFollower> = {
    public: followerOf('public'),
    me: followerOf('me'),
  };

  /** What somebody was typing is here: they are not typing it any more. */
  function endTyping(event: StreamEvent): void {
    if (event.kind !== 'message.created') return;
    const { message_group_uuid, handle, created_at: until } = event.data;
    whisper({ kind: 'typing', typing: { message_group_uuid, handle, until } });
  }

  function followerOf(stream: StreamName): StreamFollower {
    const tellPlace = (seq: number) => {
      if (stream === 'public') moved(seq);
    };
    return createFollower({
      sync: (after) => sync(stream, after),
      apply(event) {
        memories[stream].add(event);
        news.hear({ stream, event });
        endTyping(event);
        tellPlace(event.seq);
      },
      adopted(at, why) {
        memories[stream].restart(at);
        news.adopted(stream, at, why);
        tellPlace(at.seq);
      },
    });
  }

  function each(heads: Partial<WireCursors>, act: (follower: StreamFollower, head: string) => void): void {
    for (const stream of STREAMS) {
      const head = heads[stream];
      if (head !== undefined) act(followers[stream], head);
    }
  }

  /** The gateway knew the places of the tab that holds the connection; any other tab has to compare its own. */
  function begin({ heads, mode }: Extract<WireFact, { kind: 'ready' }>, own: boolean): void {
    const isReset = own && mode === 'reset';
    if (followers.public.cursor() && !isReset) news.returned();
    each(heads, (follower, head) => {
      if (!own) {
        follower.meet(head);
        return;
      }
      if (isReset) follower.reset();
      follower.adopt(head);
    });
  }

  return {
    hear(fact, own) {
      switch (fact.kind) {
        case 'ready':
          clock.heard(Date.parse(fact.now));
          begin(fact, own);
          return;
        case 'events':
          followers[fact.stream].receive(fact.events);
          return;
        case 'head':
          clock.heard(Date.parse(fact.now));
          each(fact.heads, (follower, head) => follower.heard(head));
          return;
        case 'place':
          each(fact.heads, (follower, head) => follower.meet(head));
          return;
        case 'counts':
          news.counts(fact.counts);
          return;
        case 'line':
          line(fact.event);
          return;
        case 'typing':
        case 'presence':
          whisper(fact);
      }
    },
    cursors() {
      const known = STREAMS.flatMap((stream) => {
        const cursor = followers[stream].cursor();
        return cursor ? [[stream, formatCursor(cursor)] as const] : [];
      });
      return Object.fromEntries(known);
    },
    ask: () => Promise.all(STREAMS.map((stream) => followers[stream].ask())),
    remembered(stream, after) {
      const place = parseCursor(after);
      const head = followers[stream].cursor();
      const events = place && head && memories[stream].following(place);
      return events ? { ok: true, events: [...events], head: formatCursor(head), more: false } : null;
    },
    stop() {
      for (const stream of STREAMS) followers[stream].reset();
    },
  };
}
