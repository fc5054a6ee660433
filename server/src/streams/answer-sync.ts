import { SYNC_EVENTS_MAX, formatCursor, parseCursor, type SyncReply } from '@cruddur/shared';
import type { StreamId } from '../domain/streams.ts';
import { takeChunk } from './event-frames.ts';
import type { StreamReader } from './stream-reader.ts';
import type { StreamReaders } from './stream-readers.ts';

export interface SyncParts {
  stream: StreamId;
  reader: StreamReader;
  readers: StreamReaders;
}

/** The events after a cursor: from the reader's memory where it reaches, else from the log. */
export async function answerSync(parts: SyncParts, after: string): Promise<SyncReply> {
  const { stream, reader, readers } = parts;
  const cursor = parseCursor(after);
  if (!cursor) return { ok: false, reset: true };
  const recent = reader.eventsAfter(cursor);
  const position = reader.position();
  if (recent && position) {
    const events = takeChunk(recent);
    return { ok: true, events, head: formatCursor(position), more: events.length < recent.length };
  }
  const page = await readers.readPage(stream, cursor, SYNC_EVENTS_MAX);
  if ('reset' in page) return { ok: false, reset: true };
  const events = takeChunk(page.events);
  const more = page.more || events.length < page.events.length;
  return { ok: true, events, head: formatCursor(page.head), more };
}
