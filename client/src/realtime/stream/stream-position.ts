import { isSameCursor, type Cursor, type StreamEvent } from '@cruddur/shared';

/** `gap`: something is missing, ask for it. `broken`: the store's history is not the one we followed, start anew. */
export type PositionVerdict = 'ok' | 'gap' | 'broken';

export interface BatchResult {
  /** Where the stream stands afterwards. */
  cursor: Cursor;
  /** What is to be applied, in order and without a hole. */
  fresh: StreamEvent[];
  verdict: PositionVerdict;
}

/** The whole rule for a batch: the next one is applied, a lower one dropped, a higher one means a gap. */
export function advanceCursor(cursor: Cursor, events: readonly StreamEvent[]): BatchResult {
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
export function compareWithHead(cursor: Cursor, head: Cursor): PositionVerdict {
  if (head.seq > cursor.seq) return 'gap';
  return head.seq < cursor.seq || isSameCursor(cursor, head) ? 'ok' : 'broken';
}
