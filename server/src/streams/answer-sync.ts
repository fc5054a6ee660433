import { SYNC_EVENTS_MAX, formatCursor, parseCursor, type SyncReply } from '@cruddur/shared';
import type { StreamId } from '../domain/events.ts';
import { takeChunk } from './event-frames.ts';
import type { StreamReader } from './stream-reader.ts';
import type { StreamReaders } from './stream-readers.ts';

export interface SyncParts {
  stream: StreamId;
  reader: StreamReader;
  readers: StreamReaders;
}

/** What a client missed after a cursor: from memory where it reaches, else from the log. */
export async function answerSync(parts: SyncParts, after: string): Promise<SyncReply> {
  const { stream, reader, readers } = parts;
  const cursor = parseCursor(after);
  if (!cursor) return { ok: false, reset: true };
  const known = reader.eventsAfter(cursor);
  const position = reader.position();
  if (known && position) {
    const events = takeChunk(known);
    return { ok: true, events, head: formatCursor(position), more: events.length < known.length };
  }
  const page = await readers.readPage(stream, cursor, SYNC_EVENTS_MAX);
  if ('reset' in page) return { ok: false, reset: true };
  const events = takeChunk(page.events);
  const more = page.more || events.length < page.events.length;
  return { ok: true, events, head: formatCursor(page.head), more };
}
