import type { Clock } from '../domain/clock.ts';
import type { StreamLog } from '../domain/ports.ts';
import type { Timers } from '../domain/timers.ts';
import type { PageRendering } from '../http/client-pages.ts';
import { coalesceReads } from '../streams/coalesced-log.ts';
import type { StreamReaders } from '../streams/stream-readers.ts';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ORIGIN, type PageRenderer } from '@cruddur/shared';
import { PUBLIC_STREAM } from '../domain/streams.ts';
import type { PublicEvents } from '../http/pages/page-cache.ts';
import { createRenderPool } from '../http/pages/render-pool.ts';
import type { StreamListener } from '../streams/stream-reader.ts';

export interface PageParts {
  /** The folder of the built client. */
  clientDir: string;
  readers: Pick<StreamReaders, 'followStream'>;
  log: StreamLog;
  clock: Clock;
  timers: Timers;
  publicUrl: () => string;
}

/** What pages are rendered with. */
export function wirePages({
  clientDir,
  readers,
  log,
  clock,
  timers,
  publicUrl,
}: PageParts): PageRendering & { close(): Promise<void> } {
  const publicEvents = followPublicEvents(readers, coalesceReads(log, { clock, timers }));
  const renderer = loadPageRenderer(clientDir, timers);
  return {
    renderer,
    publicEvents,
    clock,
    timers,
    publicUrl,
    async close() {
      publicEvents.close();
      await renderer?.close();
    },
  };
}

/** The renderer of the client's build, for server-rendered pages; null when the build has none. */
function loadPageRenderer(
  clientDir: string,
  timers: Timers,
): (PageRenderer & { close(): Promise<void> }) | null {
  const folder = join(clientDir, '.server');
  const file = join(folder, 'render-worker.mjs');
  if (!existsSync(file)) return null;
  const loadingShell = readFileSync(join(folder, 'loading-shell.html'), 'utf8');
  return { ...createRenderPool({ file, timers }), loadingShell };
}

interface FollowedEvents extends PublicEvents {
  close(): void;
}

/**
 * The public stream for cached pages.
 * @param log shares its queries: each page with content waits for a head that is read after its request
 */
function followPublicEvents(
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
