import {
  type Cursor,
  type ServerPayload,
  type StreamEvent,
  type StreamName,
  EventHistory,
} from '@cruddur/shared';
import type { AnyPage, MePage } from '../../base/http/pages.ts';
import { withMute } from './apply-mute.ts';
import { type CacheReducer, type ReducerContext, REFETCH, type Viewer } from './cache-reducer.ts';
import type { ActivityPatch } from './cached-lists.ts';
import { conversationsReducer, lifetimeReducer, messagesReducer } from './conversation-reducers.ts';
import {
  homeReducer,
  notificationsReducer,
  postReducer,
  profileReducer,
  searchReducer,
} from './feed-reducers.ts';
import { createLatestCounts } from './latest-counts.ts';
import { QUERY_UPDATES, type PageKind } from './query-keys.ts';

export const STREAMS = ['public', 'me'] as const satisfies readonly StreamName[];

/**
 * The most items on a page to which events add. Then they are only counted, and a screen that shows the newest items fetches the
 * list again from its beginning: what an event costs does not grow with the time that a list is open.
 */
export const MAX_PAGE_ITEMS = 300;

/** One cached list. */
export interface CachedList {
  id: string;
  kind: PageKind;
  pages: readonly AnyPage[];
}

/** The query cache as the updates use it. */
export interface CacheUpdatesPorts {
  lists(): readonly CachedList[];
  replace(id: string, pages: AnyPage[]): void;
  refetch(id: string): void;
  refetchEverything(): void;
  /** Fetches all lists with counts again. */
  refetchCounts(): void;
  /** Called with each event once the lists have it. */
  onApplied(event: StreamEvent): void;
  setCounts(uuid: string, counts: ActivityPatch): void;
  viewer(): Viewer;
  /** Filters for a signed-in viewer. */
  viewerFilters: readonly EventFilter[];
}

/** The last events of both streams, which bring a page up to date that is fetched with an older snapshot, and other tabs. */
export type RecentEvents = Readonly<Record<StreamName, EventHistory>>;

export function createRecentEvents(): RecentEvents {
  return { public: new EventHistory(), me: new EventHistory() };
}

/** Converts wire events to cache changes: each event is applied to each page once, whichever arrives first. */
export interface CacheUpdates {
  recentEvents: RecentEvents;
  applyEvent(item: StreamedEvent): void;
  /** Applies the events after the snapshot of a fetched page, or fetches it again. */
  onListFetched(list: CachedList): void;
  onSnapshot(stream: StreamName, at: Cursor, why: 'first' | 'reset'): void;
  /** Fetches counts again: the streams deliver missed events, but missed counts are not repeated. */
  onReconnect(): void;
  applyCounts(payload: ServerPayload<'counts'>): void;
}

export function createCacheUpdates(ports: CacheUpdatesPorts): CacheUpdates {
  const recentEvents = createRecentEvents();
  const latestCounts = createLatestCounts();
  const filters = [ignoreApplied, ...ports.viewerFilters, refetchAfterSuspension];

  /** @param lists all lists, as they were before the event */
  function applyToList(
    list: CachedList,
    items: readonly StreamedEvent[],
    lists: readonly CachedList[],
  ): void {
    const viewer = ports.viewer();
    const authorOf = (uuid: string) =>
      findAuthor(
        uuid,
        recentEvents.public,
        lists.flatMap((one) => one.pages),
      );
    let pages = list.pages;
    for (const item of items) {
      const current = pages;
      const next = current.map((page, index) =>
        applyEventToPage(list.kind, item, {
          isFirstPage: index === 0,
          pages: current,
          viewer,
          authorOf,
          filters,
        })(page),
      );
      if (next.includes(REFETCH)) {
        ports.refetch(list.id);
        continue;
      }
      if (next.some((page, index) => page !== pages[index])) pages = next as AnyPage[];
    }
    if (pages !== list.pages) ports.replace(list.id, [...pages]);
  }

  /** The events of one stream that some page of the list may lack; null when some of them were dropped, or a page is of another history. */
  function missedEvents(list: CachedList, stream: StreamName): readonly StreamedEvent[] | null {
    let missed: readonly StreamEvent[] = [];
    for (const { asOf } of list.pages) {
      const later = asOf?.[stream] ? eventsAfter(recentEvents[stream], asOf[stream]) : [];
      if (!later) return null;
      if (later.length > missed.length) missed = later;
    }
    return missed.map((event) => ({ stream, event }));
  }

  function applyMissedEvents(list: CachedList): void {
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
    recentEvents,
    onListFetched: applyMissedEvents,
    applyEvent(item) {
      recentEvents[item.stream].add(item.event);
      const lists = ports.lists();
      for (const list of lists) applyToList(list, [item], lists);
      ports.onApplied(item.event);
    },
    onSnapshot(stream, at, why) {
      recentEvents[stream].startAt(at);
      if (why === 'reset') latestCounts.clear();
      if (why === 'reset') ports.refetchEverything();
      else for (const list of ports.lists()) applyMissedEvents(list);
    },
    onReconnect: () => ports.refetchCounts(),
    applyCounts({ activities }) {
      for (const counts of activities) {
        const patch = latestCounts.acceptCounts(counts, recentEvents.public);
        if (patch) ports.setCounts(counts.uuid, patch);
      }
    },
  };
}

/** The events that a page at a position lacks: none if it is newer than this tab; null when some of them were dropped. */
function eventsAfter(history: EventHistory, position: Cursor): readonly StreamEvent[] | null {
  const newest = history.newest();
  return !newest || position.seq > newest.seq ? [] : history.after(position);
}

/** The author's id of a crud: from the event that created it, or from a cached page. */
function findAuthor(uuid: string, history: EventHistory, pages: readonly AnyPage[]): string | undefined {
  const event = history.find(({ kind, data }) => isCreation(kind) && readAuthor(data)?.uuid === uuid);
  const entities: unknown[] = event ? [event.data] : pages.flatMap(({ head, items }) => [head, ...items]);
  return entities.map(readAuthor).find((entity) => entity?.uuid === uuid)?.cognito_user_uuid;
}

const isCreation = (kind: StreamEvent['kind']) => kind === 'activity.created' || kind === 'reply.created';

function readAuthor(entity: unknown): { uuid: unknown; cognito_user_uuid: string } | null {
  if (typeof entity !== 'object' || entity === null) return null;
  if (!('uuid' in entity && 'cognito_user_uuid' in entity)) return null;
  const { uuid, cognito_user_uuid } = entity;
  return typeof cognito_user_uuid === 'string' ? { uuid, cognito_user_uuid } : null;
}

/** The badges are absolute numbers of the server: part of the event, or fetched again. */
const meReducer: CacheReducer<MePage> = (page, event, { viewer }) => {
  const { head } = page;
  const hasUnread = () => head.unread.notifications > 0 || (head.unread.requests ?? 0) > 0;
  switch (event.kind) {
    case 'mute.changed':
      return { ...page, head: { ...head, mutes: withMute(head.mutes, event.data) } };
    case 'notifications.read':
      return { ...page, head: { ...head, unread: { ...head.unread, notifications: event.data.unread } } };
    case 'profile.updated':
      // What an erased person did is not counted any more.
      if (event.data.cognito_user_uuid !== viewer.cognito_id)
        return event.data.erased === true && hasUnread() ? REFETCH : page;
      return { ...page, head: { ...head, ...event.data } };
    case 'message.created':
      return event.data.cognito_user_uuid === viewer.cognito_id ? page : REFETCH;
    case 'notification.created':
    case 'messages.erased':
    case 'read.updated':
      return REFETCH;
    case 'person.hidden':
      return hasUnread() ? REFETCH : page;
    default:
      return page;
  }
};
const reducers = {
  home: homeReducer,
  notifications: notificationsReducer,
  profile: profileReducer,
  post: postReducer,
  search: searchReducer,
  conversations: conversationsReducer,
  messages: messagesReducer,
  lifetime: lifetimeReducer,
  me: meReducer,
} satisfies Record<PageKind, unknown>;

export function isPageKind(kind: unknown): kind is PageKind {
  return typeof kind === 'string' && Object.hasOwn(reducers, kind);
}

export interface StreamedEvent {
  stream: StreamName;
  event: StreamEvent;
}

/** A page as filters see it: its kind, and the position of its snapshot in the stream of the event. */
interface FilteredPage {
  kind: PageKind;
  position: Cursor | undefined;
}

/** @returns the event as the reducer of the page gets it, null when it concerns the page no more, or REFETCH */
export type EventFilter = (event: StreamEvent, page: FilteredPage) => StreamEvent | typeof REFETCH | null;

/** The snapshot includes the events up to its position. The same number with another tag is of a history that the store has lost. */
const ignoreApplied: EventFilter = (event, { position }) => {
  if (!position || event.seq > position.seq) return event;
  return event.seq === position.seq && event.tag !== position.tag ? REFETCH : null;
};

/** Only the server knows where the cruds of a person belong whose suspension has ended, and what of theirs is unread. */
const refetchAfterSuspension: EventFilter = (event, { kind }) => {
  if (event.kind !== 'person.shown') return event;
  return QUERY_UPDATES[kind] === 'activities' || kind === 'me' ? REFETCH : null;
};

/**
 * Applies one event to one page, after the filters in their order. `asOf` advances only when the content changes: applying
 * the later events once more must change nothing.
 */
function applyEventToPage(
  kind: PageKind,
  { stream, event }: StreamedEvent,
  { filters, ...context }: ReducerContext<AnyPage> & { filters: readonly EventFilter[] },
) {
  // Each subject's queries pair the kind of their key with the type of its pages.
  const reduce = reducers[kind] as unknown as CacheReducer<AnyPage>;
  return (page: AnyPage): AnyPage | typeof REFETCH => {
    let filtered: ReturnType<EventFilter> = event;
    for (const filter of filters) {
      filtered = filter(filtered, { kind, position: page.asOf?.[stream] });
      if (filtered === null) return page;
      if (filtered === REFETCH) return REFETCH;
    }
    const changed = reduce(page, filtered, context);
    if (changed === REFETCH || changed === page) return changed;
    const kept = withoutOverflow(changed, page);
    if (!page.asOf) return kept;
    return { ...kept, asOf: { ...page.asOf, [stream]: { seq: event.seq, tag: event.tag } } };
  };
}

function withoutOverflow(changed: AnyPage, { items, missed = 0 }: AnyPage): AnyPage {
  const isAdded = changed.items.length > items.length;
  // After a gap nothing newer is added either.
  if (!isAdded || (items.length < MAX_PAGE_ITEMS && missed === 0)) return changed;
  return { ...changed, items, missed: missed + 1 };
}
