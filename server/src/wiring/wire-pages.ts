import type { Clock } from '../domain/clock.ts';
import type { StreamLog } from '../domain/ports.ts';
import type { Timers } from '../domain/timers.ts';
import type { PageRendering } from '../http/client-pages.ts';
import { coalesceReads } from '../streams/coalesced-log.ts';
import type { StreamReaders } from '../streams/stream-readers.ts';
import { followPublicEvents } from './follow-public-events.ts';
import { loadPageRenderer } from './load-page-renderer.ts';

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
