import { isSameCursor, type Cursor, type StreamEvent } from '@cruddur/shared';
import type { FeedPageReads } from '../../domain/activities/ports.ts';
import type { Clock } from '../../domain/clock.ts';
import { PUBLIC_STREAM } from '../../domain/streams.ts';
import type { Timers } from '../../domain/timers.ts';
import type { StreamReaders } from '../stream-readers.ts';
import { createCrudMemory, type CrudMemory } from './crud-memory.ts';

/** Each takes some 2 KB. */
const CRUDS_MAX = 2000;
/** How long a request waits for events that the store has: an envelope arrives within a few milliseconds of its commit. */
const EVENTS_WAIT_MS = 20;

export interface FollowedCrudsParts {
  reads: Pick<FeedPageReads, 'readAtPositions'>;
  readers: Pick<StreamReaders, 'followStream'>;
  clock: Clock;
  timers: Timers;
}

export interface FollowedCrudsListener {
  /** Called when a crud in memory has changed. A burned text must not stay in what was made of them. */
  onChange(): void;
  /** Called when the store has another history. */
  onReset(): void;
}

/** The memory of cruds, which the public stream's reader keeps current. */
export interface FollowedCruds {
  memory: CrudMemory;
  /** Reads the cruds of a snapshot that memory lacks. @returns false if memory is not of the snapshot's history, or behind it */
  readMissing(snapshot: { publicHead: Cursor; positions: readonly number[] }): Promise<boolean>;
  close(): void;
}

export function followCruds(
  { reads, readers, clock, timers }: FollowedCrudsParts,
  listener: FollowedCrudsListener,
): FollowedCruds {
  const memory = createCrudMemory(CRUDS_MAX);
  const waiting = new Set<{ seq: number; end: () => void }>();

  const { reader, release } = readers.followStream(PUBLIC_STREAM, {
    onEvents(events) {
      const version = memory.version();
      memory.dropExpired(clock.now().getTime());
      for (const event of events) memory.apply(event);
      if (memory.version() !== version) listener.onChange();
      endWaits();
    },
    onReset() {
      memory.clear();
      listener.onReset();
      endWaits();
    },
  });

  function endWaits(): void {
    const seq = reader.position()?.seq ?? 0;
    for (const wait of waiting) if (wait.seq <= seq) wait.end();
  }

  /** Waits until the reader has applied the event with a number, or for the longest time. */
  function waitForEvent(seq: number): Promise<void> {
    return new Promise((resolve) => {
      const end = () => {
        waiting.delete(wait);
        cancelTimer();
        resolve();
      };
      const wait = { seq, end };
      const cancelTimer = timers.after(EVENTS_WAIT_MS, end);
      waiting.add(wait);
    });
  }

  /** The events that the reader has applied after a cursor; null if it has not reached the cursor, or has another history. */
  async function eventsAfter(cursor: Cursor): Promise<readonly StreamEvent[] | null> {
    if ((reader.position()?.seq ?? cursor.seq) < cursor.seq) await waitForEvent(cursor.seq);
    const position = reader.position();
    if (!position || position.seq < cursor.seq) return null;
    return isSameCursor(position, cursor) ? [] : reader.eventsAfter(cursor);
  }

  return {
    memory,
    async readMissing({ publicHead: snapshotHead, positions }) {
      if (!(await eventsAfter(snapshotHead))) return false;
      const missing = positions.filter((pos) => !memory.has(pos));
      if (missing.length === 0) return true;
      const { publicHead, cruds } = await reads.readAtPositions(missing);
      const later = await eventsAfter(publicHead);
      if (!later) return false;
      for (const crud of cruds) memory.add(crud);
      // A crud may have been burned, or its author renamed, since.
      for (const event of later) if (event.kind !== 'activity.created') memory.apply(event);
      memory.dropExpired(clock.now().getTime());
      return true;
    },
    close: release,
  };
}
