import { isSameCursor } from '@cruddur/shared';
import { LRUCache } from 'lru-cache';
import type { EncodedPage, FeedPageReads, NewestCruds, RecentMarks } from '../../domain/activities/ports.ts';
import type { Clock } from '../../domain/clock.ts';
import { shareNextRead } from '../../domain/share-next-read.ts';
import { type CrudList, encodeList, encodePage, type PageBytes, positionsOf } from './encode-page.ts';
import type { FollowedCruds } from './followed-cruds.ts';

const VIEWERS_MAX = 10_000;
/** Viewers whose encoded page is kept, each of some 25 KB. */
const PAGES_MAX = 200;

export interface FirstPageParts {
  reads: Pick<FeedPageReads, 'readNewest' | 'readRecentMarks'>;
  cruds: Pick<FollowedCruds, 'memory' | 'readMissing'>;
  clock: Clock;
}

/** The first page of the home feed. */
export interface FirstPage {
  /** @returns null when memory does not have the page, so that it must be read from the store */
  read(viewer: string, limit: number): Promise<EncodedPage | null>;
  /** Forgets the pages that were made of cruds in memory. */
  forgetEncoded(): void;
  /** Forgets the marks too, which are of another history. */
  reset(): void;
}

/** What concurrent requests share: the newest cruds of one snapshot, and the marks of each of their viewers. */
interface SharedSnapshot extends NewestCruds {
  marks: ReadonlyMap<string, RecentMarks>;
}

/**
 * One small read of the store, shared by the requests that wait for it, adds to the texts in memory what has no events or must be of
 * this moment: which cruds there are, their counts, the heads, and the marks of viewers whose stream has advanced since theirs were
 * read. So a page is as new as one that the store returns, at any gateway.
 */
export function createFirstPage({ reads, cruds, clock }: FirstPageParts): FirstPage {
  const { memory } = cruds;
  const knownMarks = new LRUCache<string, RecentMarks>({ max: VIEWERS_MAX });
  const pages = new LRUCache<string, PageBytes & { list: CrudList; marks: RecentMarks; limit: number }>({
    max: PAGES_MAX,
  });
  let list: { counts: string; version: number; value: CrudList } | undefined;
  let listed: { counts: string; positions: readonly number[] } = { counts: '', positions: [] };

  const readShared = shareNextRead<string, SharedSnapshot | null>(async (subs) => {
    const newest = await reads.readNewest(subs);
    const positions = positionsIn(newest.counts);
    if (!(await cruds.readMissing({ publicHead: newest.publicHead, positions }))) return null;
    return { ...newest, marks: await findMarks(subs, newest) };
  });

  async function findMarks(
    subs: readonly string[],
    { heads, counts }: NewestCruds,
  ): Promise<ReadonlyMap<string, RecentMarks>> {
    const fromPos = positionsIn(counts).at(-1) ?? 0;
    const found = new Map<string, RecentMarks>();
    const outdated = subs.filter((sub) => {
      const [known, head] = [knownMarks.get(sub), heads.get(sub)];
      if (!known || !head || known.fromPos > fromPos || !isSameCursor(known.head, head)) return true;
      found.set(sub, known);
      return false;
    });
    if (outdated.length === 0) return found;
    for (const [sub, marks] of await reads.readRecentMarks(outdated)) {
      knownMarks.set(sub, marks);
      if (marks.fromPos <= fromPos) found.set(sub, marks);
    }
    return found;
  }

  function positionsIn(counts: string): readonly number[] {
    if (listed.counts !== counts) listed = { counts, positions: positionsOf(counts) };
    return listed.positions;
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
    const listedCruds = currentList(counts);
    const known = pages.get(viewer);
    if (
      known?.list === listedCruds &&
      known.marks === marks &&
      known.limit === limit &&
      nowMs < known.untilMs
    )
      return known;
    const page = encodePage(listedCruds, { marks, limit, nowMs });
    if (page) pages.set(viewer, { ...page, list: listedCruds, marks, limit });
    return page;
  }

  function forgetEncoded(): void {
    list = undefined;
    pages.clear();
  }

  return {
    async read(viewer, limit) {
      const snapshot = await readShared([viewer]);
      const marks = snapshot?.marks.get(viewer);
      if (!snapshot || !marks) return null;
      const page = currentPage(viewer, marks, { counts: snapshot.counts, limit });
      if (!page) return null;
      const { encoded, next } = page;
      return { encoded, next, cursors: { public: snapshot.publicHead, me: marks.head } };
    },
    forgetEncoded,
    reset() {
      forgetEncoded();
      knownMarks.clear();
    },
  };
}
