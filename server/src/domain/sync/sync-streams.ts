import {
  ORIGIN,
  SYNC_EVENTS_MAX,
  formatCursor,
  parseCursor,
  type Cursor,
  type StreamAnswer,
} from '@cruddur/shared';
import { Refusal } from '../errors.ts';
import { PUBLIC_STREAM, userStream, type StreamId } from '../streams.ts';
import type { Ports } from '../ports.ts';
import type { AnswerOf, CallOf } from '../use-case.ts';

/**
 * Events after the given cursors, for clients without a socket; without cursors only the heads.
 * @throws Refusal cursor_invalid; generic_401 for a visitor who asks for `me`
 */
export async function syncStreams(ports: Ports, call: CallOf<'sync'>): AnswerOf<'sync'> {
  const { query, viewer } = call;
  if (!viewer) return syncVisitor(ports, query);
  const isWithoutCursors = query.public === undefined && query.me === undefined;
  const readIfRequested = (text: string | undefined, stream: StreamId) =>
    isWithoutCursors || text !== undefined ? readStream(ports, stream, text) : undefined;
  const [publicAnswer, me] = await Promise.all([
    readIfRequested(query.public, PUBLIC_STREAM),
    readIfRequested(query.me, userStream(viewer.sub)),
  ]);
  return { data: { now: ports.clock.now().toISOString(), streams: { public: publicAnswer, me } } };
}

/** All visitors get the same events, so the encoded answer is shared. */
async function syncVisitor(
  { clock, visitorEvents }: Ports,
  query: CallOf<'sync'>['query'],
): AnswerOf<'sync'> {
  if (query.me !== undefined) throw new Refusal('generic_401');
  const after = query.public === undefined ? undefined : cursorOf(query.public);
  const { answer, encoded } = await visitorEvents.after(after);
  const now = clock.now().toISOString();
  return {
    data: { now, streams: { public: answer } },
    encoded: `{"now":"${now}","streams":{"public":${encoded}}}`,
  };
}

function cursorOf(text: string): Cursor {
  const cursor = parseCursor(text);
  if (!cursor) throw new Refusal('cursor_invalid');
  return cursor;
}

async function readStream(ports: Ports, stream: StreamId, text: string | undefined): Promise<StreamAnswer> {
  if (text === undefined) {
    const head = (await ports.log.readHeads([stream])).get(stream) ?? ORIGIN;
    return { events: [], head: formatCursor(head), more: false };
  }
  const page = await ports.log.readPage(stream, cursorOf(text), SYNC_EVENTS_MAX);
  return { ...page, head: formatCursor(page.head) };
}
