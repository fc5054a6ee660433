import { COUNTS_EVERY_MS, parseCursor, type Counts } from '@cruddur/shared';
import { PUBLIC_STREAM } from '../domain/events.ts';
import type { Logger } from '../domain/logger.ts';
import type { Bus, RefreshCounts } from '../domain/ports.ts';
import { createKeyedThrottle } from '../domain/keyed-throttle.ts';
import type { StreamReaders } from './stream-readers.ts';
import type { Timers } from '../domain/timers.ts';

/** What changes at the same moment is read together. */
const BATCH_WINDOW_MS = 20;
/** How many cruds are asked for in one question and told in one frame: with 200 bytes each, well below the largest frame. */
const BATCH_MAX = 128;

/** Tells what is counted of cruds, outside the log: once a second and crud, whichever gateways it changes at. */
export interface CountsPublisher {
  refreshCounts: RefreshCounts;
  /** Hears counts when the public stream's reader has reached the place they are of. */
  onCounts(listener: (counts: Counts[]) => void): void;
  close(): void;
}

export interface CountsPublisherParts {
  readCounts: (uuids: readonly string[]) => Promise<Counts[]>;
  readers: StreamReaders;
  bus: Pick<Bus, 'publishEphemeral' | 'onEphemeral'>;
  timers: Timers;
  logger: Logger;
}

export function createCountsPublisher({
  readCounts,
  readers,
  bus,
  timers,
  logger,
}: CountsPublisherParts): CountsPublisher {
  const { reader, release } = readers.followStream(PUBLIC_STREAM, {
    onEvents: () => undefined,
    onReset: clearNewest,
  });
  const listeners = new Set<(counts: Counts[]) => void>();
  const toRead = new Set<string>();
  const newest = new Map<string, Counts>();
  const readThrottle = createKeyedThrottle(timers, COUNTS_EVERY_MS, (uuid) => {
    toRead.add(uuid);
    cancelBatch ??= timers.after(BATCH_WINDOW_MS, readBatch);
  });
  const publishThrottle = createKeyedThrottle(timers, COUNTS_EVERY_MS, (uuid) => {
    const counts = newest.get(uuid);
    newest.delete(uuid);
    if (counts && toPublish.push(counts) === 1) queueMicrotask(publishBatch);
  });
  let toPublish: Counts[] = [];
  let cancelBatch: (() => void) | undefined;

  /** The versions of another history say nothing about those of this one. */
  function clearNewest(): void {
    newest.clear();
  }

  function readBatch(): void {
    const uuids = [...toRead].slice(0, BATCH_MAX);
    for (const uuid of uuids) toRead.delete(uuid);
    cancelBatch = toRead.size > 0 ? timers.after(BATCH_WINDOW_MS, readBatch) : undefined;
    readAndPublish(uuids).catch((error: unknown) => logger.debug({ err: error }, 'counts could not be read'));
  }

  async function readAndPublish(uuids: readonly string[]): Promise<void> {
    const activities = await readCounts(uuids);
    if (activities.length === 0) return;
    bus.publishEphemeral({ to: PUBLIC_STREAM, counts: { activities } });
    await applyCounts(activities);
  }

  /** The events up to the place that counts are of go first, so that a reply is never counted twice. */
  async function applyCounts(activities: readonly Counts[]): Promise<void> {
    const asOfSeq = Math.max(...activities.map(({ as_of }) => parseCursor(as_of)?.seq ?? 0));
    if ((reader.position()?.seq ?? -1) < asOfSeq) await reader.catchUp();
    for (const counts of activities) {
      if ((newest.get(counts.uuid)?.version ?? -1) > counts.version) continue;
      newest.set(counts.uuid, counts);
      publishThrottle.trigger(counts.uuid);
    }
  }

  function publishBatch(): void {
    const all = toPublish;
    toPublish = [];
    for (let from = 0; from < all.length; from += BATCH_MAX) {
      const counts = all.slice(from, from + BATCH_MAX);
      for (const hear of listeners) hear(counts);
    }
  }

  const unsubscribe = bus.onEphemeral((whisper) => {
    if (!('counts' in whisper)) return;
    applyCounts(whisper.counts.activities).catch((error: unknown) =>
      logger.debug({ err: error }, 'counts of another gateway could not be placed'),
    );
  });

  return {
    refreshCounts: (uuid) => readThrottle.trigger(uuid),
    onCounts: (hear) => void listeners.add(hear),
    close() {
      unsubscribe();
      cancelBatch?.();
      readThrottle.close();
      publishThrottle.close();
      release();
    },
  };
}
