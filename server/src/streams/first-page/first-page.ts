import { isSameCursor, PAGE_SIZE, type Cursor, type StreamEvent } from '@cruddur/shared';
import { LRUCache } from 'lru-cache';
import type {
  EncodedPage,
  FeedReads,
  FirstPageReads,
  NewestCruds,
  RecentMarks,
} from '../../domain/activities/ports.ts';
import type { Clock } from '../../domain/clock.ts';
import type { View } from '../../domain/paging.ts';
import { PUBLIC_STREAM } from '../../domain/streams.ts';
import type { Timers } from '../../domain/timers.ts';
import type { StreamReaders } from '../stream-readers.ts';
import { createCrudMemory } from './crud-memory.ts';
import { type CrudList, encodeList, encodePage, type PageBytes, placesOf } from './encode-page.ts';
import { shareNextRead } from '../share-next-read.ts';

const CRUDS_MAX = 200;
const VIEWERS_MAX = 10_000;
/** Viewers whose encoded page is kept, each of some 25 KB. */
const PAGES_MAX = 200;
/** How long a request waits for events that the store has: an envelope arrives within a few milliseconds of its commit. */
const EVENTS_WAIT_MS = 20;

export interface FirstPageParts {
  reads: FirstPageReads;
  readers: Pick<StreamReaders, 'followStream'>;
  clock: Clock;
  timers: Timers;
}

/** The first page of the home feed, from this gateway's memory. */
export interface FirstPage {
  /** @returns null when memory does not have the page, so that it must be read from the store */
  read(view: View): Promise<EncodedPage | null>;
  close(): void;
}

/** What concurrent requests share: the newest cruds of one snapshot, and the marks of each of their viewers. */
interface SharedSnapshot extends NewestCruds {
  marks: ReadonlyMap<string, RecentMarks>;
}

/**
 * Keeps the texts and names of the newest cruds, which only events of the public stream change. One small read of the store, shared
 * by the requests that wait for it, adds what has no events or must be of this moment: which cruds there are, their counts, the
 * heads, and the marks of viewers whose stream has advanced since theirs were read. So a page is as new as one that the store
 * returns, at any gateway.
 */
export function createFirstPage({ reads, readers, clock, timers }: FirstPageParts): FirstPage {
  const memory = createCrudMemory(CRUDS_MAX);
  const knownMarks = new LRUCache<string, RecentMarks>({ max: VIEWERS_MAX });
  const waiting = new Set<{ seq: number; end: () => void }>();
  const pages = new LRUCache<string, PageBytes & { list: CrudList; marks: RecentMarks; limit: number }>({
    max: PAGES_MAX,
  });
  let list: { counts: string; version: number; value: CrudList } | undefined;
  let listed: { counts: string; places: readonly number[] } = { counts: '', places: [] };

  const { reader, release } = readers.followStream(PUBLIC_STREAM, {
    onEvents(events) {
      const version = memory.version();
      memory.dropExpired(clock.now().getTime());
      for (const event of events) memory.apply(event);
      if (memory.version() !== version) forgetEncoded();
      endWaits();
    },
    onReset() {
      memory.clear();
      forgetEncoded();
      knownMarks.clear();
      endWaits();
    },
  });

  /** A burned text must not stay in memory. */
  function forgetEncoded(): void {
    list = undefined;
    pages.clear();
  }

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

  /** @returns false if memory cannot have all listed cruds that are left */
  async function readMissing(counts: string): Promise<boolean> {
    const missing = placesIn(counts).filter((place) => !memory.has(place));
    if (missing.length === 0) return true;
    const { publicHead, cruds } = await reads.readPlaced(missing);
    const later = await eventsAfter(publicHead);
    if (!later) return false;
    for (const { place, crud } of cruds) memory.add(place, crud);
    // A crud may have been burned, or its author renamed, since.
    for (const event of later) if (event.kind !== 'activity.created') memory.apply(event);
    memory.dropExpired(clock.now().getTime());
    return true;
  }

  const readShared = shareNextRead<string, SharedSnapshot | null>(async (subs) => {
    const newest = await reads.readNewest(subs);
    if (!(await eventsAfter(newest.publicHead)) || !(await readMissing(newest.counts))) return null;
    return { ...newest, marks: await findMarks(subs, newest) };
  });

  async function findMarks(
    subs: readonly string[],
    { heads, counts }: NewestCruds,
  ): Promise<ReadonlyMap<string, RecentMarks>> {
    const fromPlace = placesIn(counts).at(-1) ?? 0;
    const found = new Map<string, RecentMarks>();
    const outdated = subs.filter((sub) => {
      const [known, head] = [knownMarks.get(sub), heads.get(sub)];
      if (!known || !head || known.fromPlace > fromPlace || !isSameCursor(known.head, head)) return true;
      found.set(sub, known);
      return false;
    });
    if (outdated.length === 0) return found;
    for (const [sub, marks] of await reads.readRecentMarks(outdated)) {
      knownMarks.set(sub, marks);
      if (marks.fromPlace <= fromPlace) found.set(sub, marks);
    }
    return found;
  }

  function placesIn(counts: string): readonly number[] {
    if (listed.counts !== counts) listed = { counts, places: placesOf(counts) };
    return listed.places;
  }

  /** Built again only after a change, and so equal for most requests. */
  function currentList(counts: string): CrudList {
    const version = memory.version();
    if (list?.counts !== counts || list.version !== version)
      list = { counts, version, value: encodeList(counts, memory) };
    return list.value;
  }

  function currentPage(
    viewer: string,
    marks: RecentMarks,
    { counts, limit }: { counts: string; limit: number },
  ) {
    const nowMs = clock.now().getTime();
    const cruds = currentList(counts);
    const known = pages.get(viewer);
    if (known?.list === cruds && known.marks === marks && known.limit === limit && nowMs < known.untilMs)
      return known;
    const page = encodePage(cruds, { marks, limit, nowMs });
    if (page) pages.set(viewer, { ...page, list: cruds, marks, limit });
    return page;
  }

  return {
    async read({ viewer, before, limit }) {
      if (viewer === null || before || limit > PAGE_SIZE) return null;
      const snapshot = await readShared([viewer]);
      const marks = snapshot?.marks.get(viewer);
      if (!snapshot || !marks) return null;
      const page = currentPage(viewer, marks, { counts: snapshot.counts, limit });
      if (!page) return null;
      const { encoded, next } = page;
      return { encoded, next, cursors: { public: snapshot.publicHead, me: marks.head } };
    },
    close: release,
  };
}

/** Reads of the home feed, from memory where it has the page. */
export function withFirstPage<Reads extends FeedReads>(reads: Reads, parts: FirstPageParts): Reads {
  const firstPage = createFirstPage(parts);
  return { ...reads, readHome: async (view) => (await firstPage.read(view)) ?? reads.readHome(view) };
}
