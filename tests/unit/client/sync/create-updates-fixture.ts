import type { Cursor, StreamName } from '@cruddur/shared';
import type { AnyPage } from '../../../../client/src/base/http/pages.ts';
import {
  type CachedList,
  type CacheUpdates,
  createCacheUpdates,
  type CacheUpdatesPorts,
} from '../../../../client/src/sync/cache/cache-updates.ts';
import type { PageKind } from '../../../../client/src/sync/cache/query-keys.ts';
import { createEvent, viewer, type EventBody } from './sample-events.ts';

interface ShownPage {
  head?: unknown;
  items?: unknown[];
  next?: string | null;
  /** The position of its snapshot in both streams; default: where the streams are. */
  asOf?: Cursor;
}

/** Cache updates on a plain map: one list of each kind, under its name. Both streams are at a position. */
export function createUpdatesFixture(
  start = 0,
  ports: Partial<Pick<CacheUpdatesPorts, 'viewerFilters' | 'onApplied'>> = {},
) {
  const lists = new Map<PageKind, CachedList>();
  const refetched: string[] = [];
  const positions = { public: start, me: start };
  const cacheUpdates: CacheUpdates = createCacheUpdates({
    viewer: () => viewer,
    lists: () => [...lists.values()],
    replace: (id, pages) => put(id as PageKind, pages),
    refetch: (id) => refetched.push(id),
    refetchEverything: () => refetched.push('everything'),
    refetchCounts: () => refetched.push('counts'),
    viewerFilters: [],
    onApplied: () => undefined,
    setCounts: () => undefined,
    ...ports,
  });
  for (const stream of ['public', 'me'] as const) cacheUpdates.onSnapshot(stream, cursorAt(start), 'first');

  function put(kind: PageKind, pages: AnyPage[]): CachedList {
    const list = { id: kind, kind, pages };
    lists.set(kind, list);
    return list;
  }

  function toPage({ head = null, items = [], next = null, asOf }: ShownPage): AnyPage {
    const here = { public: cursorAt(positions.public), me: cursorAt(positions.me) };
    return { head, items, next, asOf: asOf ? { public: asOf, me: asOf } : here };
  }

  const items = (kind: PageKind) => lists.get(kind)?.pages.flatMap((page) => page.items) ?? [];
  return {
    cacheUpdates,
    refetched,
    /** Applies the next event of a stream. */
    receive: (body: EventBody, stream: StreamName = 'public') => {
      positions[stream] += 1;
      cacheUpdates.applyEvent({ stream, event: createEvent(positions[stream], body) });
    },
    /** Shows a list that was just fetched. */
    show: (kind: PageKind, ...pages: ShownPage[]) => cacheUpdates.onListFetched(put(kind, pages.map(toPage))),
    items,
    /** The numbers in the uuids of the items. */
    numbers: (kind: PageKind) =>
      items(kind).map((item) => Number((item as { uuid: string }).uuid.slice(-12))),
    page: (kind: PageKind) => lists.get(kind)?.pages[0],
    head: (kind: PageKind) => lists.get(kind)?.pages[0]?.head,
  };
}

export const cursorAt = (seq: number): Cursor => ({ seq, tag: `t${seq}` });
