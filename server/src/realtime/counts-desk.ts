import { COUNTS_EVERY_MS, parseCursor, type Counts } from '@cruddur/shared';
import { PUBLIC_STREAM } from '../domain/events.ts';
import type { Logger } from '../domain/logger.ts';
import type { Bus, Recount } from '../domain/ports.ts';
import { createPace } from './pace.ts';
import type { StreamReaders } from './stream-readers.ts';
import type { Timers } from './timers.ts';

/** What changes at the same moment is read together. */
const GATHER_MS = 20;
/** How many cruds are asked for in one question and told in one frame. */
const TOGETHER_MAX = 200;

/** Tells what is counted of cruds, outside the log: once a second and crud, whichever gateways it changes at. */
export interface CountsDesk {
  recount: Recount;
  /** Hears counts when the public stream's reader has reached the place they are of. */
  listen(hear: (counts: Counts[]) => void): void;
  close(): void;
}

export interface CountsDeskParts {
  countsOf: (uuids: readonly string[]) => Promise<Counts[]>;
  readers: StreamReaders;
  bus: Pick<Bus, 'whisper' | 'onWhisper'>;
  timers: Timers;
  logger: Logger;
}

export function createCountsDesk({ countsOf, readers, bus, timers, logger }: CountsDeskParts): CountsDesk {
  const { reader, release } = readers.follow(PUBLIC_STREAM, { hear: () => undefined, reset: forget });
  const listeners = new Set<(counts: Counts[]) => void>();
  const toRead = new Set<string>();
  const newest = new Map<string, Counts>();
  const reads = createPace(timers, COUNTS_EVERY_MS, (uuid) => {
    toRead.add(uuid);
    stopGathering ??= timers.after(GATHER_MS, readSome);
  });
  const tellings = createPace(timers, COUNTS_EVERY_MS, (uuid) => {
    const counts = newest.get(uuid);
    newest.delete(uuid);
    if (counts && toTell.push(counts) === 1) queueMicrotask(tell);
  });
  let toTell: Counts[] = [];
  let stopGathering: (() => void) | undefined;

  /** The versions of another history say nothing about those of this one. */
  function forget(): void {
    newest.clear();
  }

  function readSome(): void {
    const uuids = [...toRead].slice(0, TOGETHER_MAX);
    for (const uuid of uuids) toRead.delete(uuid);
    stopGathering = toRead.size > 0 ? timers.after(GATHER_MS, readSome) : undefined;
    read(uuids).catch((error: unknown) => logger.debug({ err: error }, 'counts could not be read'));
  }

  async function read(uuids: readonly string[]): Promise<void> {
    const activities = await countsOf(uuids);
    if (activities.length === 0) return;
    bus.whisper({ to: PUBLIC_STREAM, counts: { activities } });
    await arrive(activities);
  }

  /** The events up to the place that counts are of go first, so that a reply is never counted twice. */
  async function arrive(activities: readonly Counts[]): Promise<void> {
    const place = Math.max(...activities.map(({ as_of }) => parseCursor(as_of)?.seq ?? 0));
    if ((reader.position()?.seq ?? -1) < place) await reader.catchUp();
    for (const counts of activities) {
      if ((newest.get(counts.uuid)?.version ?? -1) > counts.version) continue;
      newest.set(counts.uuid, counts);
      tellings.ask(counts.uuid);
    }
  }

  function tell(): void {
    const counts = toTell;
    toTell = [];
    for (const hear of listeners) hear(counts);
  }

  const stopHearing = bus.onWhisper((whisper) => {
    if (!('counts' in whisper)) return;
    arrive(whisper.counts.activities).catch((error: unknown) =>
      logger.debug({ err: error }, 'counts of another gateway could not be placed'),
    );
  });

  return {
    recount: (uuid) => reads.ask(uuid),
    listen: (hear) => void listeners.add(hear),
    close() {
      stopHearing();
      stopGathering?.();
      reads.close();
      tellings.close();
      release();
    },
  };
}
