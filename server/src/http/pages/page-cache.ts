import type { Cursor, PageContent, StreamEvent } from '@cruddur/shared';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../../domain/clock.ts';
import type { Timers } from '../../domain/timers.ts';
import { describeContent, isChangedBy, isCurrent, isRecent, type CachedContent } from './cached-content.ts';
import type { PageAddress } from './page-address.ts';
import type { BuildPage, BuiltPage } from './page-builder.ts';
import { topicsOfEvent, type Topic } from './page-topics.ts';
import { createTopicIndex } from './topic-index.ts';

/** The public stream, as far as this gateway has read it. */
export interface PublicEvents {
  /** Resolves once the listener has got every event that was committed before the call. Rejects when the log cannot be read. */
  awaitHead(): Promise<void>;
  /** The events after a cursor, up to what the listener has got; null when they are not in memory. */
  eventsAfter(cursor: Cursor): readonly StreamEvent[] | null;
  /** @param listener gets events in order; `onReset` when the store has another history */
  listen(listener: { onEvents(events: readonly StreamEvent[]): void; onReset(): void }): void;
}

export interface CachedPage extends BuiltPage {
  /** Null for a page without content, and for a refusal. */
  content: CachedContent | null;
}

/**
 * Pages, rendered once for each address and content. A page reflects every event that was committed before its request, at any
 * gateway, as if it had been read from the store.
 */
export interface PageCache {
  find(address: PageAddress): Promise<CachedPage>;
}

export interface PageCacheParts {
  loadContent: (address: PageAddress) => Promise<PageContent | null>;
  buildPage: BuildPage;
  events: PublicEvents;
  clock: Clock;
  timers: Timers;
  /** The memory limit of all pages. */
  maxBytes?: number;
}

const MAX_BYTES = 32 * 1024 * 1024;
/** An estimate of one entry of the index. */
const TOPIC_BYTES = 200;
/** How long home waits for its cruds, in milliseconds. */
const HOME_WAIT_MS = 1000;
/** The pages with content. */
const KINDS_WITH_CONTENT: ReadonlySet<PageAddress['page']['kind']> = new Set(['home', 'profile', 'post']);

export function createPageCache(parts: PageCacheParts): PageCache {
  const { loadContent, buildPage, events, clock, timers, maxBytes = MAX_BYTES } = parts;
  const loading = new Map<string, Promise<CachedPage>>();
  /** Contents of stored pages, and of pages that are being built. */
  const index = createTopicIndex<Topic, CachedContent>();
  const stored = new LRUCache<string, CachedPage>({
    maxSize: maxBytes,
    sizeCalculation: ({ body, content }) => body.size + TOPIC_BYTES * (content?.topics.size ?? 0),
    dispose({ content }) {
      if (content) index.remove(content, content.topics);
    },
  });
  const nowMs = () => clock.now().getTime();

  function markOutdated(contents: Iterable<CachedContent>): void {
    for (const content of contents) {
      content.isOutdated = true;
      forget(content);
    }
  }

  /** A burned or expired text must not stay in memory. */
  function forget(content: CachedContent): void {
    if (stored.peek(content.url)?.content === content) stored.delete(content.url);
  }

  events.listen({
    onEvents(fresh) {
      for (const event of fresh) {
        const concerned = [...index.find(topicsOfEvent(event))];
        markOutdated(concerned.filter((content) => isChangedBy(content, event)));
      }
    },
    onReset: () => markOutdated(index.find('all')),
  });

  async function loadPage(address: PageAddress): Promise<CachedPage> {
    const readAt = nowMs();
    const answer = await loadContent(address);
    const now = nowMs();
    const content = answer && describeContent(answer, { url: address.url, readAt, now });
    const known = stored.get(address.url);
    if (content && known?.content?.version === content.version && isRecent(known.content, now)) {
      known.content.readAt = readAt;
      return known;
    }
    if (content) follow(content);
    try {
      const built = await buildPage(address, { now, content: answer });
      const isReusable = built.isReusable && (answer === null || content !== null);
      const page = { ...built, content, isReusable };
      if (isReusable && !content?.isOutdated) store(address.url, page);
      return page;
    } finally {
      // What is stored stays in the index until it is removed.
      if (content && stored.peek(address.url)?.content !== content) index.remove(content, content.topics);
    }
  }

  /** From now on events mark the content; those that came while it was being read are looked up. */
  function follow(content: CachedContent): void {
    index.add(content, content.topics);
    const missed = events.eventsAfter(content.cursor);
    content.isOutdated = missed?.some((event) => isChangedBy(content, event)) ?? true;
  }

  function store(url: string, page: CachedPage): void {
    const { content } = page;
    stored.set(url, page);
    if (content) timers.after(content.maxAgeMs, () => forget(content));
  }

  /** Concurrent requests share one load. */
  function loadOnce(address: PageAddress): Promise<CachedPage> {
    const { url } = address;
    const running = loading.get(url);
    if (running) return running;
    const load = loadPage(address).finally(() => loading.delete(url));
    loading.set(url, load);
    return load;
  }

  const mayServe = ({ isReusable, content }: CachedPage) =>
    isReusable && (content === null || isCurrent(content, nowMs()));

  async function findCurrent(address: PageAddress): Promise<CachedPage> {
    const { url, page } = address;
    if (KINDS_WITH_CONTENT.has(page.kind)) await events.awaitHead();
    const known = stored.get(url);
    if (known && mayServe(known)) return known;
    const running = await loading.get(url);
    if (running && mayServe(running)) return running;
    // This load began after the request, so it needs no check.
    return loadOnce(address);
  }

  /** Home is the way in, also for members, so it does not need the store: its cruds may come later. */
  function findHome(address: PageAddress): Promise<CachedPage> {
    if (address.isHostedReturn) return buildWithoutContent(address);
    return new Promise((resolve, reject) => {
      const build = () => void buildWithoutContent(address).then(resolve, reject);
      const stopWaiting = timers.after(HOME_WAIT_MS, build);
      findCurrent(address).then(resolve, build).finally(stopWaiting);
    });
  }

  async function buildWithoutContent(address: PageAddress): Promise<CachedPage> {
    return {
      ...(await buildPage(address, { now: nowMs(), content: null })),
      content: null,
      isReusable: false,
    };
  }

  return {
    find: (address) => (address.page.kind === 'home' ? findHome(address) : findCurrent(address)),
  };
}
