import { SYNC_MAX, formatCursor, parseCursor, type SyncReply } from '@cruddur/shared';
import type { StreamId } from '../domain/events.ts';
import { comfortably } from './event-frames.ts';
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
  const known = reader.since(cursor);
  const position = reader.position();
  if (known && position) {
    const events = comfortably(known);
    return { ok: true, events, head: formatCursor(position), more: events.length < known.length };
  }
  const stretch = await readers.read(stream, cursor, SYNC_MAX);
  if ('reset' in stretch) return { ok: false, reset: true };
  const events = comfortably(stretch.events);
  const more = stretch.more || events.length < stretch.events.length;
  return { ok: true, events, head: formatCursor(stretch.head), more };
}
