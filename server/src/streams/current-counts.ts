import type { Counts, StreamEvent } from '@cruddur/shared';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../domain/clock.ts';

/** Counts that were read or published within this time are not read again. */
const REUSE_MS = 1000;
const REUSED_MAX = 10_000;
/** The number of new cruds without any like, repost or reply that are known to need no read. */
const UNTOUCHED_MAX = 512;
/** The number of cruds in one query. */
const READ_MAX = 1024;

type ReadCounts = (uuids: readonly string[]) => Promise<Counts[]>;

/** Reads the counts of cruds that come on a screen: at most once a second per crud, whatever the number of screens. */
export interface CurrentCounts {
  /** Cruds whose counts cannot differ from those of their event are left out, and so are deleted ones. */
  read: ReadCounts;
  /** New cruds have the counts of their events until some are published. */
  noteCreated(events: readonly StreamEvent[]): void;
  notePublished(counts: Counts): void;
  clear(): void;
}

export function createCurrentCounts(readCounts: ReadCounts, clock: Clock): CurrentCounts {
  const untouched = new Set<string>();
  const recent = new LRUCache<string, Counts>({
    max: REUSED_MAX,
    ttl: REUSE_MS,
    ttlResolution: 0,
    perf: { now: () => clock.now().getTime() },
  });
  let queued = new Set<string>();
  let inFlight: Promise<unknown> = Promise.resolve();
  let nextRead: Promise<void> | undefined;

  function keepNewest(counts: Counts): void {
    if ((recent.get(counts.uuid)?.version ?? -1) <= counts.version) recent.set(counts.uuid, counts);
  }

  /** One query runs at a time; cruds that are requested meanwhile share the next one. */
  async function readQueued(before: Promise<unknown>): Promise<void> {
    await before.catch(() => undefined);
    const uuids = [...queued];
    queued = new Set();
    nextRead = undefined;
    for (let from = 0; from < uuids.length; from += READ_MAX)
      (await readCounts(uuids.slice(from, from + READ_MAX))).forEach(keepNewest);
  }

  return {
    async read(uuids) {
      const changed = uuids.filter((uuid) => !untouched.has(uuid));
      const unread = changed.filter((uuid) => !recent.has(uuid));
      for (const uuid of unread) queued.add(uuid);
      if (unread.length > 0) {
        if (!nextRead) inFlight = nextRead = readQueued(inFlight);
        await nextRead;
      }
      return changed.flatMap((uuid) => recent.get(uuid) ?? []);
    },
    noteCreated(events) {
      for (const { kind, data } of events)
        if (kind === 'activity.created' || kind === 'reply.created') untouched.add(data.uuid);
      for (const uuid of untouched) {
        if (untouched.size <= UNTOUCHED_MAX) break;
        untouched.delete(uuid);
      }
    },
    notePublished(counts) {
      untouched.delete(counts.uuid);
      keepNewest(counts);
    },
    clear() {
      untouched.clear();
      recent.clear();
    },
  };
}
