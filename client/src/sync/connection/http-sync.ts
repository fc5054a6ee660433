import {
  type StreamName,
  type SyncAnswer,
  type SyncReply,
  type WireCursors,
  ORIGIN,
  parseCursor,
  type SourceReply,
} from '@cruddur/shared';
import type { Call } from '../../base/http/http-client.ts';

/** Requests the events after the cursors over HTTP; without cursors, only the heads. @throws {ApiError} */
export type HttpSync = (cursors: Partial<WireCursors>) => Promise<SyncAnswer>;

export function createHttpSync(call: Call): HttpSync {
  return async (cursors) => (await call('sync', { query: cursors })).data;
}

/** Syncs one stream over HTTP, with the reply in the socket's form. */
export async function syncStream(sync: HttpSync, stream: StreamName, after: string): Promise<SyncReply> {
  const { streams } = await sync({ [stream]: after });
  const reply = streams[stream];
  // Without a reply for the stream, the next head triggers another sync.
  if (!reply) return { ok: true, events: [], head: after, more: false };
  return 'reset' in reply ? { ok: false, reset: true, head: reply.head } : { ok: true, ...reply };
}

/** A reply as a follower of the stream takes it. */
export function toSourceReply(reply: SyncReply): SourceReply {
  return reply.ok ? reply : { reset: true, head: parseCursor(reply.head) ?? ORIGIN };
}
