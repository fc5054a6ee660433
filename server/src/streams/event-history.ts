import type { Cursor, EventKind, StreamEvent } from '@cruddur/shared';
import {
  redactSuperseded,
  redactExpired,
  textExpiresAt,
  supersedesUnlistedEvents,
} from './redact-expired.ts';

/** The newest events of a stream, so that many who return at once do not all read the store. */
export interface EventHistory {
  add(after: Cursor, events: readonly StreamEvent[]): void;
  /**
   * All that follows a cursor, as it may be shown at a time; null when memory does not reach it or holds another tag
   * there. Who asks alike gets the very same list, which can so be encoded once for all of them.
   */
  after(cursor: Cursor, nowMs: number): readonly StreamEvent[] | null;
  clear(): void;
}

/** What makes others be forgotten is rare; only then is the memory gone through. */
const REDACTING_KINDS: readonly EventKind[] = ['activity.deleted', 'profile.updated'];
/** So many lists are kept for those who ask alike: tabs that were cut off together stand at one place. */
const LISTS_MAX = 16;

/** @param limit how many to keep; 0 keeps none */
export function createEventHistory(limit: number): EventHistory {
  const lists = new Map<string, { events: readonly StreamEvent[]; untilMs: number }>();
  let events: StreamEvent[] = [];
  let before: Cursor | undefined;

  const cursorAt = (index: number): Cursor | undefined => (index < 0 ? before : events[index]);

  function listAfter(index: number, nowMs: number): readonly StreamEvent[] {
    const key = String(index);
    const known = lists.get(key);
    if (known && nowMs < known.untilMs) return known.events;
    const shown = events.slice(index + 1).map((event) => redactExpired(event, nowMs));
    if (lists.size >= LISTS_MAX) lists.clear();
    lists.set(key, { events: shown, untilMs: Math.min(...shown.map(textExpiresAt)) });
    return shown;
  }

  function clear(): void {
    lists.clear();
    events = [];
    before = undefined;
  }

  return {
    clear,
    add(after, fresh) {
      if (limit === 0) return;
      lists.clear();
      before ??= after;
      for (const event of fresh) {
        if (supersedesUnlistedEvents(event)) {
          clear();
          before = { seq: event.seq, tag: event.tag };
          continue;
        }
        // A burned text is remembered nowhere.
        if (REDACTING_KINDS.includes(event.kind)) events = events.map((old) => redactSuperseded(old, event));
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
  };
}
