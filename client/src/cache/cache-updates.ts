import type { CountsPayload, Cursor, StreamEvent, StreamName } from '@cruddur/shared';
import { REFETCH, type Viewer } from './cache-reducer.ts';
import { applyEventToPage, type AnyPage, type StreamedEvent, type PageKind } from './event-reducers.ts';
import { createLatestCounts } from './latest-counts.ts';
import { createRecentEvents } from '../realtime/stream/recent-events.ts';
import { findAuthor } from './find-author.ts';
import type { ActivityPatch } from './cached-lists.ts';
import { STREAMS } from '../realtime/stream/wire-event.ts';

/** One cached list. */
export interface CachedList {
  id: string;
  kind: PageKind;
  pages: readonly AnyPage[];
}

/** The cache as the news see it. */
export interface CacheUpdatesPorts {
  lists(): readonly CachedList[];
  replace(id: string, pages: AnyPage[]): void;
  refetch(id: string): void;
  refetchEverything(): void;
  /** Asks anew for what shows counts. */
  refetchCounts(): void;
  /** What an event says of pictures and counts, which stand on pages of any kind and place. */
  recordEvent(event: StreamEvent): void;
  setCounts(uuid: string, counts: ActivityPatch): void;
  viewer(): Viewer;
}

/** Wire events to cache changes: each page takes each event once, whichever of page and event arrives first. */
export interface CacheUpdates {
  applyEvent(item: StreamedEvent): void;
  /** A page was fetched: what happened after its snapshot is folded in, or it is fetched again. */
  onListFetched(list: CachedList): void;
  onSnapshot(stream: StreamName, at: Cursor, why: 'first' | 'reset'): void;
  /** A connection began anew. The streams bring what was missed, but counts are told only once. */
  onReconnect(): void;
  applyCounts(payload: CountsPayload): void;
}

export function createCacheUpdates(ports: CacheUpdatesPorts): CacheUpdates {
  const recentEvents = { public: createRecentEvents(), me: createRecentEvents() };
  const latestCounts = createLatestCounts();
  let publicSeq = 0;

  /** @param lists all of them, as they were before */
  function applyToList(
    list: CachedList,
    items: readonly StreamedEvent[],
    lists: readonly CachedList[],
  ): void {
    const viewer = ports.viewer();
    const authorOf = (uuid: string) =>
      findAuthor(
        uuid,
        recentEvents.public.find,
        lists.flatMap((one) => one.pages),
      );
    let pages = list.pages;
    for (const item of items) {
      const now = pages;
      const next = now.map((page, index) =>
        applyEventToPage(list.kind, item, { isFirstPage: index === 0, pages: now, viewer, authorOf })(page),
      );
      if (next.includes(REFETCH)) {
        ports.refetch(list.id);
        continue;
      }
      if (next.some((page, index) => page !== pages[index])) pages = next as AnyPage[];
    }
    if (pages !== list.pages) ports.replace(list.id, [...pages]);
  }

  /** The events of one stream that some page of the list may not have seen; null when they are forgotten. */
  function missedEvents(list: CachedList, stream: StreamName): readonly StreamedEvent[] | null {
    const places = list.pages.map((page) => page.asOf?.[stream]).filter((place) => place !== undefined);
    const [first, ...others] = places;
    if (!first) return [];
    const earliest = others.reduce((least, place) => (place.seq < least.seq ? place : least), first);
    return recentEvents[stream].eventsAfter(earliest)?.map((event) => ({ stream, event })) ?? null;
  }

  function arrived(list: CachedList): void {
    const items = STREAMS.map((stream) => missedEvents(list, stream));
    if (items.includes(null)) ports.refetch(list.id);
    else
      applyToList(
        list,
        items.flatMap((some) => some ?? []),
        ports.lists(),
      );
  }

  return {
    onListFetched: arrived,
    applyEvent(item) {
      recentEvents[item.stream].add(item.event);
      if (item.stream === 'public') publicSeq = item.event.seq;
      const lists = ports.lists();
      for (const list of lists) applyToList(list, [item], lists);
      ports.recordEvent(item.event);
    },
    onSnapshot(stream, at, why) {
      recentEvents[stream].resetTo(at);
      if (stream === 'public') publicSeq = at.seq;
      if (why === 'reset') latestCounts.clear();
      if (why === 'reset') ports.refetchEverything();
      else for (const list of ports.lists()) arrived(list);
    },
    onReconnect: () => ports.refetchCounts(),
    applyCounts({ activities }) {
      // What is still on its way here would be counted again when it comes.
      const after = (place: Cursor) =>
        place.seq > publicSeq ? null : recentEvents.public.eventsAfter(place);
      for (const counts of activities) {
        const patch = latestCounts.acceptCounts(counts, after);
        if (patch) ports.setCounts(counts.uuid, patch);
      }
    },
  };
}
