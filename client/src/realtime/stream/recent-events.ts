import { RECENT_EVENTS_MAX, isSameCursor, type Cursor, type StreamEvent } from '@cruddur/shared';

/** The last events of one stream, so that a page which arrives later than its snapshot can be brought up to date. */
export interface RecentEvents {
  add(event: StreamEvent): void;
  /** Forgets everything; what came before this place is not known. */
  resetTo(at: Cursor): void;
  /** The events after a place, oldest first; null when they are no longer all here. */
  eventsAfter(place: Cursor): readonly StreamEvent[] | null;
  /** The same, but only for a place of this very history. */
  eventsAfterExact(place: Cursor): readonly StreamEvent[] | null;
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
    eventsAfter(place) {
      // Nothing is followed yet: there is nothing to add.
      if (!floor) return [];
      if (place.seq < floor.seq) return null;
      return events.filter((event) => event.seq > place.seq);
    },
    find: (test) => events.find(test),
    eventsAfterExact(place) {
      const known = floor && [floor, ...events].findIndex((at) => isSameCursor(at, place));
      return known === null || known < 0 ? null : events.slice(known);
    },
  };
}
