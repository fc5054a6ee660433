/** A position in a stream: an event's sequence number, without gaps, and its random tag, written `seq.tag`. */
export interface Cursor {
  seq: number;
  tag: string;
}

/** The position before the first event. */
export const ORIGIN: Cursor = { seq: 0, tag: '0' };

const CURSOR = /^(0|[1-9]\d{0,14})\.([a-z0-9]{1,16})$/;

export function formatCursor(cursor: Cursor): string {
  return `${cursor.seq}.${cursor.tag}`;
}

/** @returns null when the text is not a cursor */
export function parseCursor(text: string): Cursor | null {
  const match = CURSOR.exec(text);
  return match?.[1] && match[2] ? { seq: Number(match[1]), tag: match[2] } : null;
}

export function isSameCursor(a: Cursor, b: Cursor): boolean {
  return a.seq === b.seq && a.tag === b.tag;
}

/** The stream positions of a snapshot, sent as `X-Cursor`. `me` is absent for visitors. */
export interface StreamCursors {
  public: Cursor;
  me?: Cursor | undefined;
}

export function formatStreamCursors(cursors: StreamCursors): string {
  const me = cursors.me ? `;me=${formatCursor(cursors.me)}` : '';
  return `public=${formatCursor(cursors.public)}${me}`;
}

/** @returns null when the header is missing or malformed */
export function parseStreamCursors(header: string | null | undefined): StreamCursors | null {
  const match = /^public=([^;]+)(?:;me=([^;]+))?$/.exec(header ?? '');
  const publicCursor = match?.[1] ? parseCursor(match[1]) : null;
  if (!publicCursor) return null;
  const me = match?.[2] ? parseCursor(match[2]) : null;
  return me ? { public: publicCursor, me } : { public: publicCursor };
}
