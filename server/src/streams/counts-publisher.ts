import { COUNTS_EVERY_MS, parseCursor, type Counts } from '@cruddur/shared';
import { PUBLIC_STREAM } from '../domain/streams.ts';
import type { Logger } from '../domain/logger.ts';
import type { Bus, RefreshCounts } from '../domain/ports.ts';
import type { Clock } from '../domain/clock.ts';
import { createKeyedThrottle } from '../domain/keyed-throttle.ts';
import { createCurrentCounts } from './current-counts.ts';
import type { StreamReaders } from './stream-readers.ts';
import type { Timers } from '../domain/timers.ts';

/** Changes within this time are read in one query. */
const BATCH_WINDOW_MS = 20;
/** The number of cruds in one query and one frame; with 200 bytes each, a frame is well below its limit. */
const BATCH_MAX = 128;

/** Publishes the counts of cruds, outside the log: at most once per second and crud, for changes at any gateway. */
export interface CountsPublisher {
  refreshCounts: RefreshCounts;
  /** Called with counts once the public stream's reader has reached their `as_of`. */
  onCounts(listener: (counts: Counts[]) => void): void;
  /** The counts that may differ from those of the cruds' events. Resolves once the reader has reached their `as_of`. */
  readCurrent(uuids: readonly string[]): Promise<Counts[]>;
  close(): void;
}

export interface CountsPublisherParts {
  readers: StreamReaders;
  bus: Pick<Bus, 'publishEphemeral' | 'onEphemeral'>;
  timers: Timers;
  clock: Clock;
  logger: Logger;
}

export function createCountsPublisher(
  readCounts: (uuids: readonly string[]) => Promise<Counts[]>,
  { readers, bus, timers, clock, logger }: CountsPublisherParts,
): CountsPublisher {
  const current = createCurrentCounts(readCounts, clock);
  const { reader, release } = readers.followStream(PUBLIC_STREAM, {
    onEvents: (events) => current.noteCreated(events),
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

  /** Versions of another history cannot be compared with those of this one. */
  function clearNewest(): void {
    newest.clear();
    current.clear();
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

  /** Events up to the counts' `as_of` are delivered first, so that a client never counts a reply twice. */
  async function waitForAsOf(activities: readonly Counts[]): Promise<void> {
    const asOfSeq = Math.max(...activities.map(({ as_of }) => parseCursor(as_of)?.seq ?? 0));
    if ((reader.position()?.seq ?? -1) < asOfSeq) await reader.catchUp();
  }

  async function applyCounts(activities: readonly Counts[]): Promise<void> {
    await waitForAsOf(activities);
    for (const counts of activities) {
      current.notePublished(counts);
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
      for (const listener of listeners) listener(counts);
    }
  }

  const unsubscribe = bus.onEphemeral((message) => {
    if (!('counts' in message)) return;
    applyCounts(message.counts.activities).catch((error: unknown) =>
      logger.debug({ err: error }, 'counts of another gateway could not be applied'),
    );
  });

  return {
    refreshCounts: (uuid) => readThrottle.trigger(uuid),
    onCounts: (listener) => void listeners.add(listener),
    async readCurrent(uuids) {
      const counts = await current.read(uuids);
      await waitForAsOf(counts);
      return counts;
    },
    close() {
      unsubscribe();
      cancelBatch?.();
      readThrottle.close();
      publishThrottle.close();
      release();
    },
  };
}
