import { ORIGIN, SYNC_MAX, formatCursor, parseCursor, type StreamAnswer } from '@cruddur/shared';
import { Refusal } from '../errors.ts';
import { PUBLIC_STREAM, userStream, type StreamId } from '../events.ts';
import type { Ports } from '../ports.ts';
import type { AnswerOf, CallOf } from '../use-case.ts';

/**
 * Events after the given cursors, for those who cannot hold a socket; without any, only the heads.
 * @throws Refusal cursor_invalid; generic_401 for a visitor who asks for `me`
 */
export async function syncStreams(ports: Ports, { query, viewer }: CallOf<'sync'>): AnswerOf<'sync'> {
  if (query.me !== undefined && !viewer) throw new Refusal('generic_401');
  const neither = query.public === undefined && query.me === undefined;
  const own = viewer ? userStream(viewer.sub) : null;
  const asked = (text: string | undefined, stream: StreamId | null) =>
    stream && (neither || text !== undefined) ? stretch(ports, stream, text) : undefined;
  const [open, me] = await Promise.all([asked(query.public, PUBLIC_STREAM), asked(query.me, own)]);
  return { data: { now: ports.clock.now().toISOString(), streams: { public: open, me } } };
}

async function stretch(ports: Ports, stream: StreamId, text: string | undefined): Promise<StreamAnswer> {
  if (text === undefined) {
    const head = (await ports.log.heads([stream])).get(stream) ?? ORIGIN;
    return { events: [], head: formatCursor(head), more: false };
  }
  const after = parseCursor(text);
  if (!after) throw new Refusal('cursor_invalid');
  const read = await ports.log.read(stream, after, SYNC_MAX);
  return { ...read, head: formatCursor(read.head) };
}
