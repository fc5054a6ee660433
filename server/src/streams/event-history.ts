import { type Cursor, type StreamEvent, EventHistory, formatCursor } from '@cruddur/shared';
import {
  isSupersedingKind,
  redactSuperseded,
  redactExpired,
  textExpiresAt,
  supersedesUnlistedEvents,
} from '../domain/sync/redact-events.ts';

/** The number of cached lists: clients that were disconnected together have few different cursors. */
const LISTS_MAX = 16;

/** The newest events of a stream without removed texts, so that reconnecting clients do not all read the store. */
export class RedactedHistory {
  private readonly history: EventHistory;
  private readonly lists = new Map<string, { events: readonly StreamEvent[]; untilMs: number }>();

  /** @param limit of events */
  constructor(limit: number) {
    this.history = new EventHistory(limit);
  }

  startAt(position: Cursor): void {
    this.lists.clear();
    this.history.startAt(position);
  }

  add(event: StreamEvent): void {
    if (supersedesUnlistedEvents(event)) {
      this.startAt(event);
      return;
    }
    if (this.lists.size > 0) this.lists.clear();
    // A burned text must not stay in memory.
    if (isSupersedingKind(event.kind)) this.history.replaceEach((old) => redactSuperseded(old, event));
    this.history.add(event);
  }

  /**
   * The events after a cursor, redacted as of `nowMs`; null when the cursor is older than the memory or has another tag. Equal
   * calls return the identical list, which is then encoded once.
   */
  after(cursor: Cursor, nowMs: number): readonly StreamEvent[] | null {
    const key = formatCursor(cursor);
    const cached = this.lists.get(key);
    if (cached && nowMs < cached.untilMs) return cached.events;
    const events = this.history.after(cursor)?.map((event) => redactExpired(event, nowMs));
    if (!events) return null;
    if (this.lists.size >= LISTS_MAX) this.lists.clear();
    this.lists.set(key, { events, untilMs: Math.min(...events.map(textExpiresAt)) });
    return events;
  }
}
