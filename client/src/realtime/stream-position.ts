import { sameCursor, type Cursor, type StreamEvent } from '@cruddur/shared';

/** `gap`: something is missing, ask for it. `broken`: the store's history is not the one we followed, start anew. */
export type Verdict = 'ok' | 'gap' | 'broken';

export interface Step {
  /** Where the stream stands afterwards. */
  cursor: Cursor;
  /** What is to be applied, in order and without a hole. */
  fresh: StreamEvent[];
  verdict: Verdict;
}

/** The whole rule for a batch: the next one is applied, a lower one dropped, a higher one means a gap. */
export function take(cursor: Cursor, events: readonly StreamEvent[]): Step {
  const fresh: StreamEvent[] = [];
  let at = cursor;
  for (const event of events) {
    if (event.seq > at.seq + 1) return { cursor: at, fresh, verdict: 'gap' };
    if (event.seq === at.seq && event.tag !== at.tag) return { cursor: at, fresh, verdict: 'broken' };
    if (event.seq <= at.seq) continue;
    fresh.push(event);
    at = { seq: event.seq, tag: event.tag };
  }
  return { cursor: at, fresh, verdict: 'ok' };
}

/** The whole rule for a head, which the server sends after all events before it. */
export function compare(cursor: Cursor, head: Cursor): Verdict {
  if (head.seq > cursor.seq) return 'gap';
  return head.seq < cursor.seq || sameCursor(cursor, head) ? 'ok' : 'broken';
}
