import { isSameCursor, type Cursor } from './cursor.ts';
import { RECENT_EVENTS_MAX } from '../limits.ts';
import type { StreamEvent } from './stream-event.ts';

/** The newest events of one stream in memory, without a gap. */
export class EventHistory {
  private readonly limit: number;
  private events: StreamEvent[] = [];
  /** The position before the first event; null before `startAt`. */
  private floor: Cursor | null = null;

  /** @param limit of events; the oldest are dropped */
  constructor(limit = RECENT_EVENTS_MAX) {
    this.limit = limit;
  }

  /** Removes all events; those up to this position are unknown. */
  startAt(position: Cursor): void {
    this.setFloor(position);
    this.events = [];
  }

  /** Adds the event that follows the newest one. */
  add(event: StreamEvent): void {
    this.events.push(event);
    const oldest = this.events.length > this.limit ? this.events.shift() : undefined;
    if (oldest) this.setFloor(oldest);
  }

  /** The position of the newest event; null before `startAt`. */
  newest(): Cursor | null {
    return this.events.at(-1) ?? this.floor;
  }

  /** The events after a cursor, oldest first; null when some of them were dropped, or the history does not have the cursor. */
  after(cursor: Cursor): StreamEvent[] | null {
    if (!this.floor) return null;
    const index = cursor.seq - this.floor.seq;
    const known = index === 0 ? this.floor : this.events[index - 1];
    return known && isSameCursor(known, cursor) ? this.events.slice(index) : null;
  }

  find(test: (event: StreamEvent) => boolean): StreamEvent | undefined {
    return this.events.find(test);
  }

  /** Replaces each event by another one at the same position. */
  replaceEach(change: (event: StreamEvent) => StreamEvent): void {
    this.events = this.events.map(change);
  }

  /** A copy, because an event has a text too, which must not stay in memory. */
  private setFloor({ seq, tag }: Cursor): void {
    this.floor = { seq, tag };
  }
}
