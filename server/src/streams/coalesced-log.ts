import type { StreamLog } from '../domain/ports.ts';
import type { Clock } from '../domain/clock.ts';
import { PUBLIC_STREAM, type StreamId, type StreamPage } from '../domain/streams.ts';
import { textExpiresAt } from '../domain/sync/redact-events.ts';
import { shareNextRead } from '../domain/share-next-read.ts';
import type { Timers } from '../domain/timers.ts';

/** Shares concurrent reads of the log, as after a restart when all clients reconnect. */
export function coalesceReads(log: StreamLog, time: { clock: Clock; timers: Timers }): StreamLog {
  return {
    readHeads: shareNextRead((streams: readonly StreamId[]) => log.readHeads(streams)),
    readPage: coalescePageReads(log, time),
  };
}

/**
 * How long a page of past public events is reused: reconnecting clients do not arrive at the same moment. A user's own stream has few
 * readers, and a page of it must not be older than a block, an unsent message or another change that removed something from it.
 */
const REUSE_MS = 250;

/** Equal concurrent reads get the same page, with the identical list of events. */
function coalescePageReads(
  log: StreamLog,
  { clock, timers }: { clock: Clock; timers: Timers },
): StreamLog['readPage'] {
  const pages = new Map<string, Promise<StreamPage>>();

  async function readOnce(key: string, request: Parameters<StreamLog['readPage']>): Promise<StreamPage> {
    const evict = () => void pages.delete(key);
    const page = await log.readPage(...request).catch((error: unknown) => {
      evict();
      throw error;
    });
    const keptMs = reusableMs(page, clock.now().getTime());
    if (keptMs > 0) timers.after(keptMs, evict);
    else evict();
    return page;
  }

  return (...request) => {
    const [stream, after, limit] = request;
    if (stream !== PUBLIC_STREAM) return log.readPage(...request);
    const key = `${stream} ${after.seq}.${after.tag} ${limit}`;
    const shared = pages.get(key);
    if (shared) return shared;
    const page = readOnce(key, request);
    pages.set(key, page);
    return page;
  };
}

/** Events may be reused until a text among them expires; an empty page or a reset may be out of date at once. */
function reusableMs(page: StreamPage, nowMs: number): number {
  if ('reset' in page || page.events.length === 0) return 0;
  return Math.min(REUSE_MS, ...page.events.map((event) => textExpiresAt(event) - nowMs));
}
