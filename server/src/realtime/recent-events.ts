import type { Cursor, EventKind, StreamEvent } from '@cruddur/shared';
import { afterwards } from './burned.ts';

/** The newest events of a stream, so that many who return at once do not all read the store. */
export interface RecentEvents {
  add(after: Cursor, events: readonly StreamEvent[]): void;
  /** All that follows a cursor; null when memory does not reach it or holds another tag there. */
  after(cursor: Cursor): StreamEvent[] | null;
  clear(): void;
}

/** What makes others be forgotten is rare; only then is the memory gone through. */
const FORGETTING: readonly EventKind[] = ['activity.deleted', 'profile.updated'];

/** @param limit how many to keep; 0 keeps none */
export function createRecentEvents(limit: number): RecentEvents {
  let events: StreamEvent[] = [];
  let before: Cursor | undefined;

  const cursorAt = (index: number): Cursor | undefined => (index < 0 ? before : events[index]);

  return {
    add(after, fresh) {
      if (limit === 0) return;
      before ??= after;
      for (const event of fresh) {
        // A burned text is remembered nowhere.
        if (FORGETTING.includes(event.kind)) events = events.map((old) => afterwards(old, event));
        events.push(event);
      }
      const surplus = events.length - limit;
      if (surplus <= 0) return;
      before = cursorAt(surplus - 1);
      events = events.slice(surplus);
    },
    after(cursor) {
      if (!before) return null;
      const index = cursor.seq - before.seq - 1;
      return cursorAt(index)?.tag === cursor.tag ? events.slice(index + 1) : null;
    },
    clear() {
      events = [];
      before = undefined;
    },
  };
}
