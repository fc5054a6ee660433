import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query';
import { isExpired, type StreamEvent } from '@cruddur/shared';
import type { Random } from '../random.ts';
import { onReconnect } from '../../../src/app/on-reconnect.ts';
import { burnCrud } from '../../../src/cruds/activities.ts';
import { createAvatarVersions } from '../../../src/base/http/avatar-versions.ts';
import { createHttpClient, createTimedFetch } from '../../../src/base/http/http-client.ts';
import { removeFromLists } from '../../../src/sync/cache/cached-lists.ts';
import { insertAccepted } from '../../../src/sync/cache/insert-accepted.ts';
import { createQueryClient, refetchUnreachable } from '../../../src/sync/cache/query-client.ts';
import type { CacheUpdates } from '../../../src/sync/cache/cache-updates.ts';
import { createServerClock } from '../../../src/base/clock/server-clock.ts';
import { createLogger } from '../../../src/base/logger.ts';
import { createOutboxCalls } from '../../../src/app/outbox-calls.ts';
import { openStore } from '../../../src/sync/outbox/open-store.ts';
import { createOutbox, type Outbox, type OutboxChannel } from '../../../src/sync/outbox/outbox.ts';
import { sendOnce } from '../../../src/sync/outbox/send-once.ts';
import { createHttpSync } from '../../../src/sync/connection/http-sync.ts';
import { IDLE } from '../../../src/sync/realtime-client.ts';
import { startTab } from '../../../src/sync/tabs/start-tab.ts';
import type { ConnectionState } from '../../../src/sync/connection/connection.machine.ts';
import type { TabMessage } from '../../../src/sync/tabs/tab-channel.ts';
import type { PageEvent, Runtime } from '../../../src/base/runtime/runtime.ts';
import { createSignal } from '../../../src/base/signal.ts';
import { FRONT_ORIGIN } from '../network/network.ts';
import { connectSimulated } from '../network/socket-io-client.ts';
import type { RecordToHistory } from '../checker/history.ts';
import type { Host } from '../world/host.ts';
import { EPOCH_MS, type World } from '../world/world.ts';
import type { Browser } from './browser.ts';
import type { HttpNetwork } from './http.ts';
import { homeQuery } from '../../../src/feed/feed-queries.ts';

export interface TabParts {
  world: World;
  random: Random;
  browser: Browser;
  http: HttpNetwork;
  record: RecordToHistory;
}

/** One tab of a person: the client's own modules on the ports of the world. */
export interface SimulatedTab {
  host: Host;
  browser: Browser;
  outbox: Outbox;
  call: ReturnType<typeof createHttpClient>;
  status: () => ConnectionState['status'];
  /** The rows of the home feed, as the page has them now; null before they were fetched. */
  homeRows: () => string[] | null;
  /** Burns a crud, which leaves the page with the answer. */
  burn: (uuid: string) => Promise<void>;
  /** Fetches the home feed again. */
  refetchHome(): void;
  /** Presses the button of a page whose first request has failed. */
  retryFailedHome(): void;
  setVisible(isVisible: boolean): void;
  /** The user closes the tab. */
  close(): void;
}

export function openTab(host: Host, parts: TabParts): SimulatedTab {
  const { world, browser, http, record } = parts;
  const random = parts.random.fork();
  const { sub, handle } = browser.person;
  const page = createPage();
  const runtime: Runtime = {
    now: () => Math.floor(EPOCH_MS + world.now() + host.skewMs),
    timers: {
      after: (ms, run) => world.after(host, ms, 'timer', run),
      every: (ms, run) => world.every(host, ms, 'tick', run),
    },
    random: () => random.next(),
    newId: () => world.newId(),
    page,
  };
  const { timers } = runtime;
  const tokens = browser.tokensFor(host);
  const call = createHttpClient({
    tokens,
    originOf: () => FRONT_ORIGIN,
    fetch: createTimedFetch({
      fetch: http.fetchFrom(host),
      now: runtime.now,
      recordAnswerTime: (...time) => clock.recordAnswerTime(...time),
    }),
    runtime,
  });
  const clock = createServerClock(runtime.now, () => void call('sync', { query: {} }).catch(() => undefined));
  const client: QueryClient = createQueryClient();
  const connectionState = createSignal<ConnectionState>(IDLE);
  record({ type: 'opened', tab: host.name, sub, session: browser.session, gateway: null });

  const tab = startTab({
    origin: FRONT_ORIGIN,
    runtime,
    tokens,
    clock,
    client,
    avatarVersions: createAvatarVersions(),
    loadSocketIo: () => Promise.resolve(connectSimulated),
    observeCrudsOnScreen: () => ({ uuids: () => [], stop: () => undefined }),
    onSessionEnded() {
      browser.signOut();
      // As the page does that signs out.
      tab.stop();
      outbox.setUser(null);
    },
    sync: createHttpSync(call),
    viewer: () => ({ handle, cognito_id: sub }),
    environment: {
      locks: browser.locks.of(host),
      openChannel(name) {
        const channel = browser.channels.open(host, name);
        return {
          ...channel,
          listen: (receive) => channel.listen((message) => receive(message as TabMessage)),
        };
      },
    },
    firstContent: Promise.resolve(),
    onConnectionState(state) {
      if (state.status === 'live') record({ type: 'connected', tab: host.name });
      connectionState.set(state);
    },
    publishEphemeral: () => undefined,
    onPublicSeq: () => undefined,
    startLeaderTasks: () => () => undefined,
    observeUpdates: (updates) => recordUpdates(updates, host.name, record),
  });
  const { send, burn } = createOutboxCalls(call);
  const outbox = createOutbox({
    runtime,
    store: (onChange) =>
      openStore({
        logger: createLogger('none'),
        timers,
        persistentStore: browser.outboxStoreFor(host),
        onRecovered: onChange,
      }),
    locks: browser.locks.of(host),
    channel: (name) => openOutboxChannel(browser, host, name),
    now: clock.now,
    async attempt(item, stopped) {
      const outcome = await sendOnce({ send, timers }, item, stopped);
      const status = outcome.kind === 'done' ? 200 : outcome.kind === 'unknown' ? 0 : statusOf(outcome.codes);
      record({ type: 'answered', id: item.operationId, status });
      return outcome;
    },
    burn,
    onAccepted: ({ act }, entity) => insertAccepted(client, act, entity),
  });
  outbox.setUser(sub);
  onReconnect(connectionState, page, () => {
    outbox.retryNow();
    refetchUnreachable(client);
  });
  const home = new InfiniteQueryObserver(client, homeQuery(call));
  home.subscribe(() => undefined);

  return {
    host,
    browser,
    outbox,
    call,
    status: () => connectionState.getSnapshot().status,
    homeRows() {
      const { data } = home.getCurrentResult();
      if (!data) return null;
      // As the list leaves out what has expired.
      const shown = data.pages
        .flatMap(({ items }) => items)
        .filter((crud) => !isExpired(crud.expires_at, clock.now()));
      return shown.map(({ uuid }) => uuid);
    },
    async burn(uuid) {
      await burnCrud(call, uuid);
      removeFromLists(client, uuid);
    },
    refetchHome: () => void home.refetch(),
    retryFailedHome() {
      if (home.getCurrentResult().isLoadingError) void home.refetch();
    },
    setVisible: (isVisible) => page.setVisible(isVisible),
    close() {
      outbox.setUser(null);
      home.destroy();
      tab.stop();
      client.clear();
      record({ type: 'closed', tab: host.name });
    },
  };
}

const GONE = 410;
const REFUSED = 422;
const statusOf = (codes: readonly string[]) => (codes.includes('activity_expired') ? GONE : REFUSED);

function createPage() {
  const listeners = new Map<PageEvent, Set<(event: { persisted?: boolean }) => void>>();
  let isVisible = true;
  return {
    isVisible: () => isVisible,
    isOnline: () => true,
    on(event: PageEvent, listener: (event: { persisted?: boolean }) => void, signal?: AbortSignal) {
      const some = listeners.get(event) ?? new Set();
      listeners.set(event, some.add(listener));
      signal?.addEventListener('abort', () => some.delete(listener));
    },
    setVisible(next: boolean) {
      if (isVisible === next) return;
      isVisible = next;
      for (const listener of [...(listeners.get('visibilitychange') ?? [])]) listener({});
    },
  };
}

function openOutboxChannel(browser: Browser, host: Host, name: string): OutboxChannel {
  const channel = browser.channels.open(host, name);
  return {
    postMessage: (message) => channel.post(message),
    close: () => channel.close(),
    addEventListener: (_type: string, listener: EventListenerOrEventListenerObject) =>
      channel.listen((data) => {
        if (typeof listener === 'function') listener({ data } as MessageEvent);
      }),
  };
}

/** Records what the tab shows of its streams, before the cache has it. */
function recordUpdates(updates: CacheUpdates, tab: string, record: TabParts['record']): CacheUpdates {
  return {
    ...updates,
    applyEvent(item) {
      const { seq, tag, kind } = item.event;
      record({ type: 'applied', tab, stream: item.stream, seq, tag, kind, ref: refOf(item.event) });
      updates.applyEvent(item);
    },
    onSnapshot(stream, at, why) {
      record({ type: 'snapshot', tab, stream, ...at, why });
      updates.onSnapshot(stream, at, why);
    },
  };
}

function refOf({ data }: StreamEvent): string | null {
  return data !== null && 'uuid' in data ? data.uuid : null;
}
