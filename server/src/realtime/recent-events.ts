import type { Cursor, EventKind, StreamEvent } from '@cruddur/shared';
import { afterwards, asOf, burnsAt } from './burned.ts';

/** The newest events of a stream, so that many who return at once do not all read the store. */
export interface RecentEvents {
  add(after: Cursor, events: readonly StreamEvent[]): void;
  /**
   * All that follows a cursor, as it may be shown at a time; null when memory does not reach it or holds another tag
   * there. Who asks alike gets the very same list, which can so be encoded once for all of them.
   */
  after(cursor: Cursor, nowMs: number): readonly StreamEvent[] | null;
  clear(): void;
}

/** What makes others be forgotten is rare; only then is the memory gone through. */
const FORGETTING: readonly EventKind[] = ['activity.deleted', 'profile.updated'];
/** So many lists are kept for those who ask alike: tabs that were cut off together stand at one place. */
const LISTS_MAX = 16;

/** @param limit how many to keep; 0 keeps none */
export function createRecentEvents(limit: number): RecentEvents {
  const lists = new Map<string, { events: readonly StreamEvent[]; untilMs: number }>();
  let events: StreamEvent[] = [];
  let before: Cursor | undefined;

  const cursorAt = (index: number): Cursor | undefined => (index < 0 ? before : events[index]);

  function listAfter(index: number, nowMs: number): readonly StreamEvent[] {
    const key = String(index);
    const known = lists.get(key);
    if (known && nowMs < known.untilMs) return known.events;
    const shown = events.slice(index + 1).map((event) => asOf(event, nowMs));
    if (lists.size >= LISTS_MAX) lists.clear();
    lists.set(key, { events: shown, untilMs: Math.min(...shown.map(burnsAt)) });
    return shown;
  }

  return {
    add(after, fresh) {
      if (limit === 0) return;
      lists.clear();
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
    after(cursor, nowMs) {
      if (!before) return null;
      const index = cursor.seq - before.seq - 1;
      return cursorAt(index)?.tag === cursor.tag ? listAfter(index, nowMs) : null;
    },
    clear() {
      lists.clear();
      events = [];
      before = undefined;
    },
  };
}
