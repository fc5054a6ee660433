import type { Cursor, StreamEvent } from '@cruddur/shared';
import {
  isSupersedingKind,
  redactSuperseded,
  redactExpired,
  textExpiresAt,
  supersedesUnlistedEvents,
} from '../domain/sync/redact-events.ts';

/** The newest events of a stream in memory, so that reconnecting clients do not all read the store. */
export interface EventHistory {
  add(after: Cursor, events: readonly StreamEvent[]): void;
  /**
   * The events after a cursor, redacted as of `nowMs`; null when the cursor is older than the memory or has another tag. Equal
   * calls return the identical list, which is then encoded once.
   */
  after(cursor: Cursor, nowMs: number): readonly StreamEvent[] | null;
  clear(): void;
}

/** The number of cached lists: clients that were disconnected together have few different cursors. */
const LISTS_MAX = 16;

/** @param limit of events */
export function createEventHistory(limit: number): EventHistory {
  const lists = new Map<string, { events: readonly StreamEvent[]; untilMs: number }>();
  let events: StreamEvent[] = [];
  let before: Cursor | undefined;

  const cursorAt = (index: number): Cursor | undefined => (index < 0 ? before : events[index]);

  function listAfter(index: number, nowMs: number): readonly StreamEvent[] {
    const key = String(index);
    const cached = lists.get(key);
    if (cached && nowMs < cached.untilMs) return cached.events;
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
      if (lists.size > 0) lists.clear();
      before ??= after;
      for (const event of fresh) {
        if (supersedesUnlistedEvents(event)) {
          clear();
          before = { seq: event.seq, tag: event.tag };
          continue;
        }
        // A burned text must not stay in memory.
        if (isSupersedingKind(event.kind)) events = events.map((old) => redactSuperseded(old, event));
        events.push(event);
      }
      const surplus = events.length - limit;
      if (surplus <= 0) return;
      before = cursorAt(surplus - 1);
      // In place: a copy of the whole list for each event was a tenth of all memory that a new crud allocates.
      events.splice(0, surplus);
    },
    after(cursor, nowMs) {
      if (!before) return null;
      const index = cursor.seq - before.seq - 1;
      return cursorAt(index)?.tag === cursor.tag ? listAfter(index, nowMs) : null;
    },
  };
}
