import { ORIGIN } from '@cruddur/shared';
import { PUBLIC_STREAM } from '../domain/streams.ts';
import type { StreamLog } from '../domain/ports.ts';
import type { PublicEvents } from '../http/pages/page-cache.ts';
import type { StreamListener } from '../streams/stream-reader.ts';
import type { StreamReaders } from '../streams/stream-readers.ts';

export interface FollowedEvents extends PublicEvents {
  close(): void;
}

/**
 * The public stream for cached pages.
 * @param log shares its queries: each page with content waits for a head that is read after its request
 */
export function followPublicEvents(
  readers: Pick<StreamReaders, 'followStream'>,
  log: Pick<StreamLog, 'readHeads'>,
): FollowedEvents {
  let listener: StreamListener = { onEvents: () => undefined, onReset: () => undefined };
  const { reader, release } = readers.followStream(PUBLIC_STREAM, {
    onEvents: (events) => listener.onEvents(events),
    onReset: () => listener.onReset(),
  });
  return {
    async awaitHead() {
      const head = (await log.readHeads([PUBLIC_STREAM])).get(PUBLIC_STREAM) ?? ORIGIN;
      if (reader.eventsAfter(head) === null) await reader.catchUp();
    },
    eventsAfter(cursor) {
      // Content that was read from the store may be newer than this gateway's reader.
      if (cursor.seq > (reader.position()?.seq ?? Infinity)) return [];
      return reader.eventsAfter(cursor);
    },
    listen: (next) => void (listener = next),
    close: release,
  };
}
