import type { ClientConfig } from '@cruddur/shared';
import { QueryClient } from '@tanstack/react-query';
import { askAgain } from '../api/ask-again.ts';
import { avatarVersions } from '../api/avatar-versions.ts';
import { createHttpClient, type Call, type TokenSource } from '../api/http-client.ts';
import { delay } from '../delay.ts';
import { createDrafts, type Drafts } from '../feed/drafts.ts';
import { forgetfulSession, type ForgetfulSession } from '../feed/forgetful-session.ts';
import { createBrowserSession } from '../identity/browser-session.ts';
import type { Session } from '../identity/session.ts';
import { firstContent } from '../first-content.ts';
import { keepLists } from '../api/kept-lists.ts';
import { createLogger, type Logger } from '../logger.ts';
import { lateOutbox } from '../outbox/late-outbox.ts';
import type { Outbox } from '../outbox/outbox.ts';
import { httpSync } from '../realtime/http-sync.ts';
import { createLive, type Live } from '../realtime/live.ts';
import { createServerClock, type ServerClock } from '../realtime/server-clock.ts';
import { tabSurroundings } from '../realtime/tabs/surroundings.ts';
import { whenBack } from './when-back.ts';

/** What the whole page shares, made once. */
export interface Services {
  config: ClientConfig;
  logger: Logger;
  session: ForgetfulSession;
  call: Call;
  client: QueryClient;
  clock: ServerClock;
  live: Live;
  drafts: Drafts;
  outbox: Outbox;
}

/** Answers state the time in whole seconds. */
const DATE_PRECISION_MS = 1000;

/** The composition root of the client: the only place where data sources meet. */
export function createServices(config: ClientConfig): Services {
  const logger = createLogger(config.log_level);
  const drafts = createDrafts({ storage: localStorage, page: window, now: Date.now });
  // Any answer states the time.
  const clock = createServerClock(Date.now, () => void call('sync', { query: {} }).catch(() => undefined));
  const client = createQueryClient();
  const outbox = lateOutbox(async () => {
    const { browserOutbox } = await import('./browser-outbox.ts');
    return browserOutbox({ call, client, clock, logger, delay });
  });
  const own = createBrowserSession(config, logger);
  const session = forgetfulSession(own, { drafts, outbox });
  const tokens = watched(session, (token) => live.tokenSeen(token));
  const live: Live = createLive({
    ...{ origin: config.api_host, tokens, clock, client, surroundings: tabSurroundings() },
    // Nobody asked for it, so what was being written is kept.
    ended: () => void own.signOut(false),
    sync: (cursors) => httpSync(call)(cursors),
    firstContent: firstContent.there,
  });
  const ask = createHttpClient({
    tokens,
    originOf: (name) => (name === 'requestAvatarUpload' ? config.avatar_gateway : config.api_host),
    fetch: timed(clock),
    delay,
    now: Date.now,
    random: Math.random,
    newId: () => crypto.randomUUID(),
  });
  const call: Call = async (name, input) => {
    const answer = await ask(name, input);
    avatarVersions.learn(answer.data);
    return answer;
  };
  whenBack(live.line, () => {
    outbox.wake();
    askAgain(client);
  });
  window.addEventListener('beforeunload', (event) => {
    // What waits in this page only would be lost with it.
    if (outbox.isFleeting()) event.preventDefault();
  });
  return { config, logger, session, call, client, clock, live, drafts, outbox };
}

/** Pages are kept up to date by events, so they are not fetched again merely because they are looked at again. */
function createQueryClient(): QueryClient {
  const queries = { staleTime: 60_000, retry: false, networkMode: 'always' } as const;
  const client = new QueryClient({
    defaultOptions: { queries, mutations: { retry: false, networkMode: 'always' } },
  });
  keepLists(client);
  return client;
}

/** Lets every token be seen on its way, so that the living socket follows a renewal. */
function watched(session: Session, seen: (token: string | null) => void): TokenSource {
  const pass = (token: string | null) => {
    seen(token);
    return token;
  };
  return {
    accessToken: () => session.accessToken().then(pass),
    refresh: (force) => session.refresh(force).then(pass),
  };
}

/** Every answer of the program says what time it is there. */
function timed(clock: ServerClock) {
  return async (url: string, init: RequestInit): Promise<Response> => {
    const askedAt = Date.now();
    const response = await fetch(url, init);
    const stated = Date.parse(response.headers.get('date') ?? '');
    if (!Number.isNaN(stated)) clock.answered(stated, { from: askedAt, precisionMs: DATE_PRECISION_MS });
    return response;
  };
}
