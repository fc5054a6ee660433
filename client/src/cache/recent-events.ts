import {
  RECENT_EVENTS_MAX,
  isSameCursor,
  type Cursor,
  type StreamEvent,
  type StreamName,
} from '@cruddur/shared';

export const STREAMS = ['public', 'me'] as const satisfies readonly StreamName[];

/** The last events of one stream, which bring a page up to date that is fetched with an older snapshot. */
export interface RecentEvents {
  add(event: StreamEvent): void;
  /** Removes all events; those before this position are unknown. */
  resetTo(at: Cursor): void;
  /** The events after a position, oldest first; null when some of them were dropped, or when the position is of another history. */
  eventsAfter(position: Cursor): readonly StreamEvent[] | null;
  /** Like `eventsAfter`, but null also for a position that is not known yet. */
  eventsAfterExact(position: Cursor): readonly StreamEvent[] | null;
  find: (test: (event: StreamEvent) => boolean) => StreamEvent | undefined;
}

export function createRecentEvents(size = RECENT_EVENTS_MAX): RecentEvents {
  let floor: Cursor | null = null;
  let events: StreamEvent[] = [];
  return {
    resetTo(at) {
      floor = at;
      events = [];
    },
    add(event) {
      events.push(event);
      const oldest = events.length > size ? events.shift() : undefined;
      if (oldest) floor = { seq: oldest.seq, tag: oldest.tag };
    },
    eventsAfter(position) {
      // The stream is not followed yet.
      if (!floor) return [];
      if (position.seq < floor.seq) return null;
      // The events have no gaps.
      const index = position.seq - floor.seq - 1;
      const known = index < 0 ? floor : events[index];
      if (known && !isSameCursor(known, position)) return null;
      return events.filter((event) => event.seq > position.seq);
    },
    find: (test) => events.find(test),
    eventsAfterExact(position) {
      const index = floor && [floor, ...events].findIndex((at) => isSameCursor(at, position));
      return index === null || index < 0 ? null : events.slice(index);
    },
  };
}
