import { ORIGIN, SYNC_EVENTS_MAX, formatCursor, parseCursor, type SyncReply } from '@cruddur/shared';
import { takeChunk } from './event-frames.ts';
import type { StreamReaders } from './stream-readers.ts';
import type { StreamRoom } from './stream-rooms.ts';

export interface SyncParts {
  room: Pick<StreamRoom, 'stream' | 'reader' | 'flush'>;
  readers: Pick<StreamReaders, 'readPage'>;
}

/** The events after a cursor: from the reader's memory where it reaches, else from the log. */
export async function answerSync({ room, readers }: SyncParts, after: string): Promise<SyncReply> {
  const cursor = parseCursor(after);
  if (!cursor) return resetReply(room);
  const recent = room.reader.eventsAfter(cursor);
  const position = room.reader.position();
  if (recent && position) {
    const events = takeChunk(recent);
    return { ok: true, events, head: formatCursor(position), more: events.length < recent.length };
  }
  const page = await readers.readPage(room.stream, cursor, SYNC_EVENTS_MAX);
  if ('reset' in page) return resetReply(room);
  const events = takeChunk(page.events);
  const more = page.more || events.length < page.events.length;
  return { ok: true, events, head: formatCursor(page.head), more };
}

/** With the position after everything sent to the room: an idle client would wait up to 30 s for its next `head`. */
function resetReply(room: SyncParts['room']): SyncReply {
  return { ok: false, reset: true, head: formatCursor(room.flush() ?? ORIGIN) };
}
