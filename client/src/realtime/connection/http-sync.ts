import type { StreamName, SyncAnswer, WireCursors } from '@cruddur/shared';
import type { Call } from '../../api/http-client.ts';
import type { FollowerReply } from '../stream/stream-follower.ts';

/** Asks over HTTP what follows the cursors; without any, only for the heads. @throws {ApiError} */
export type HttpSync = (cursors: Partial<WireCursors>) => Promise<SyncAnswer>;

export function createHttpSync(call: Call): HttpSync {
  return async (cursors) => (await call('sync', { query: cursors })).data;
}

/** One stream's question, answered as a socket would. */
export async function syncStream(sync: HttpSync, stream: StreamName, after: string): Promise<FollowerReply> {
  const { streams } = await sync({ [stream]: after });
  const answer = streams[stream];
  // A server that says nothing of the stream is asked again by the next head.
  if (!answer) return { ok: true, events: [], head: after, more: false };
  return 'reset' in answer ? { ok: false, reset: true, head: answer.head } : { ok: true, ...answer };
}
