import type { CountsPayload, Cursor, StreamEvent, StreamName } from '@cruddur/shared';
import { REFETCH, type Viewer } from './effect.ts';
import { follow, type AnyPage, type NewsItem, type PageKind } from './effects.ts';
import { createCountsBook } from './counts-book.ts';
import { createEventMemory } from './event-memory.ts';
import { knownAuthor } from './known-author.ts';
import type { ActivityPatch } from './patch-activities.ts';
import { STREAMS } from './wire-fact.ts';

/** One cached list. */
export interface CachedList {
  id: string;
  kind: PageKind;
  pages: readonly AnyPage[];
}

/** The cache as the news see it. */
export interface NewsPorts {
  lists(): readonly CachedList[];
  replace(id: string, pages: AnyPage[]): void;
  refetch(id: string): void;
  refetchEverything(): void;
  /** Asks anew for what shows counts. */
  recount(): void;
  /** What an event says of pictures and counts, which stand on pages of any kind and place. */
  learn(event: StreamEvent): void;
  setCounts(uuid: string, counts: ActivityPatch): void;
  viewer(): Viewer;
}

/** Wire events to cache changes: each page takes each event once, whichever of page and event arrives first. */
export interface News {
  hear(item: NewsItem): void;
  /** A page was fetched: what happened after its snapshot is folded in, or it is fetched again. */
  arrived(list: CachedList): void;
  adopted(stream: StreamName, at: Cursor, why: 'first' | 'reset'): void;
  /** A connection began anew. The streams bring what was missed, but counts are told only once. */
  returned(): void;
  counts(payload: CountsPayload): void;
}

export function createNews(ports: NewsPorts): News {
  const memory = { public: createEventMemory(), me: createEventMemory() };
  const book = createCountsBook();
  let publicSeq = 0;

  /** @param lists all of them, as they were before */
  function fold(list: CachedList, items: readonly NewsItem[], lists: readonly CachedList[]): void {
    const viewer = ports.viewer();
    const authorOf = (uuid: string) =>
      knownAuthor(
        uuid,
        memory.public.find,
        lists.flatMap((one) => one.pages),
      );
    let pages = list.pages;
    for (const item of items) {
      const now = pages;
      const next = now.map((page, index) =>
        follow(list.kind, item, { first: index === 0, pages: now, viewer, authorOf })(page),
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
  function missed(list: CachedList, stream: StreamName): readonly NewsItem[] | null {
    const places = list.pages.map((page) => page.asOf?.[stream]).filter((place) => place !== undefined);
    const [first, ...others] = places;
    if (!first) return [];
    const earliest = others.reduce((least, place) => (place.seq < least.seq ? place : least), first);
    return memory[stream].after(earliest)?.map((event) => ({ stream, event })) ?? null;
  }

  function arrived(list: CachedList): void {
    const items = STREAMS.map((stream) => missed(list, stream));
    if (items.includes(null)) ports.refetch(list.id);
    else
      fold(
        list,
        items.flatMap((some) => some ?? []),
        ports.lists(),
      );
  }

  return {
    arrived,
    hear(item) {
      memory[item.stream].add(item.event);
      if (item.stream === 'public') publicSeq = item.event.seq;
      const lists = ports.lists();
      for (const list of lists) fold(list, [item], lists);
      ports.learn(item.event);
    },
    adopted(stream, at, why) {
      memory[stream].restart(at);
      if (stream === 'public') publicSeq = at.seq;
      if (why === 'reset') book.forget();
      if (why === 'reset') ports.refetchEverything();
      else for (const list of ports.lists()) arrived(list);
    },
    returned: () => ports.recount(),
    counts({ activities }) {
      // What is still on its way here would be counted again when it comes.
      const after = (place: Cursor) => (place.seq > publicSeq ? null : memory.public.after(place));
      for (const counts of activities) {
        const patch = book.take(counts, after);
        if (patch) ports.setCounts(counts.uuid, patch);
      }
    },
  };
}
