import type { ClientConfig } from '@cruddur/shared';
import type { QueryClient } from '@tanstack/react-query';
import { localItems } from '../base/browser-storage.ts';
import { createQueryClient, refetchUnreachable } from '../sync/cache/query-client.ts';
import { avatarVersions } from '../base/http/avatar-versions.ts';
import { createHttpClient, type Call, type TokenSource, createTimedFetch } from '../base/http/http-client.ts';
import { createBrowserRuntime } from '../base/runtime/browser-runtime.ts';
import type { Runtime } from '../base/runtime/runtime.ts';
import { createDrafts, type Drafts } from '../cruds/drafts.ts';
import { withLocalData, type SessionWithLocalData } from '../account/session/session-with-local-data.ts';
import { createBrowserSession } from '../account/session/browser-session.ts';
import type { Session } from '../base/session/session.ts';
import { firstContent } from '../base/hydration/first-content.ts';
import { createLogger, type Logger } from '../base/logger.ts';
import { lazyOutbox } from '../sync/outbox/lazy-outbox.ts';
import type { Outbox } from '../sync/outbox/outbox.ts';
import { createHttpSync } from '../sync/connection/http-sync.ts';
import { realtimeChunks } from '../sync/realtime-chunks.ts';
import { createRealtimeClient, type RealtimeClient } from '../sync/realtime-client.ts';
import { createServerClock, type ServerClock } from '../base/clock/server-clock.ts';
import { getTabEnvironment } from '../sync/tabs/tab-environment.ts';
import { onReconnect } from './on-reconnect.ts';

/** The page's singletons. */
export interface Services {
  config: ClientConfig;
  runtime: Runtime;
  logger: Logger;
  session: SessionWithLocalData;
  call: Call;
  client: QueryClient;
  clock: ServerClock;
  realtime: RealtimeClient;
  drafts: Drafts;
  outbox: Outbox;
}

/** The composition root of the client: the only place where data sources meet. */
export function createServices(config: ClientConfig): Services {
  const logger = createLogger(config.log_level);
  const runtime = createBrowserRuntime();
  const { now } = runtime;
  const drafts = createDrafts({ storage: localItems, page: window, now });
  // Any answer carries the time in its `Date` header.
  const clock = createServerClock(now, () => void call('sync', { query: {} }).catch(() => undefined));
  const client = createQueryClient();
  const outbox = lazyOutbox(async () => {
    const { createBrowserOutbox } = await import('./browser-outbox.ts');
    return createBrowserOutbox({ call, client, clock, logger, runtime });
  });
  const browserSession = createBrowserSession(config, logger, runtime);
  const session = withLocalData(browserSession, { drafts, outbox });
  const tokens = withTokenListener(session, (token) => realtime.updateToken(token));
  const realtime: RealtimeClient = createRealtimeClient({
    origin: config.api_host || location.origin,
    runtime,
    chunks: realtimeChunks,
    avatarVersions,
    tokens,
    clock,
    client,
    environment: getTabEnvironment(),
    // The user did not sign out, so drafts and outbox are kept: the session without local data.
    onSessionEnded: () => void browserSession.signOut(false),
    sync: (cursors) => createHttpSync(call)(cursors),
    firstContent: firstContent.ready,
  });
  const callOnce = createHttpClient({
    tokens,
    originOf: (name) => (name === 'requestAvatarUpload' ? config.avatar_gateway : config.api_host),
    fetch: createTimedFetch({
      fetch: (url, init) => fetch(url, init),
      now,
      recordAnswerTime: (...time) => clock.recordAnswerTime(...time),
    }),
    runtime,
  });
  const call: Call = async (name, input) => {
    const answer = await callOnce(name, input);
    avatarVersions.recordVersions(answer.data);
    return answer;
  };
  onReconnect(realtime.connectionState, runtime.page, () => {
    outbox.retryNow();
    refetchUnreachable(client);
  });
  window.addEventListener('beforeunload', (event) => {
    // Items that could not be stored would be lost with the page.
    if (outbox.hasInMemoryOnlyItems()) event.preventDefault();
  });
  return { config, runtime, logger, session, call, client, clock, realtime, drafts, outbox };
}

/** Passes every token to `onToken` too, so that an open socket gets a renewed one. */
function withTokenListener(session: Session, onToken: (token: string | null) => void): TokenSource {
  const publishToken = (token: string | null) => {
    onToken(token);
    return token;
  };
  return {
    accessToken: () => session.accessToken().then(publishToken),
    refresh: (rejected) => session.refresh(rejected).then(publishToken),
  };
}
