import type { ClientConfig, PageData } from '@cruddur/shared';
import { QueryClient } from '@tanstack/react-query';
import { createAvatarVersions } from '../api/avatar-versions.ts';
import type { Services } from '../app/services.ts';
import { mergeConfig } from '../config.ts';
import { createDrafts } from '../compose/drafts.ts';
import type { SessionWithLocalData } from '../app/session-with-local-data.ts';
import { createHostedPages, readHostedSettings } from '../auth/hosted/hosted-pages.ts';
import { VISITOR, type Session } from '../auth/session/session.ts';
import { createLogger } from '../logger.ts';
import { lazyOutbox } from '../outbox/lazy-outbox.ts';
import { paths } from '../paths.ts';
import { realtimeChunks } from '../realtime/realtime-chunks.ts';
import { createRealtimeClient } from '../realtime/realtime-client.ts';
import { createBrowserRuntime } from '../runtime/browser-runtime.ts';
import type { PageState } from '../runtime/runtime.ts';
import { createServerClock } from '../clock/server-clock.ts';
import { fillCache } from '../cache/fill-cache.ts';

/**
 * The services for the server rendering of one page: a visitor's session, the page's data, and calls that always fail.
 * @param served the settings that the page carries
 */
export function createServerServices({ now, content }: PageData, served: Partial<ClientConfig>): Services {
  const config = mergeConfig(import.meta.env, served);
  // Only its time is used: nothing runs here after the rendering.
  const runtime = { ...createBrowserRuntime(), page: noPage };
  const client = new QueryClient();
  if (content) fillCache(client, content, runtime.now);
  const clock = createServerClock(runtime.now, () => undefined);
  clock.recordAnswerTime(now, { from: runtime.now(), precisionMs: 0 });
  const tokens = { accessToken: () => Promise.resolve(null), refresh: () => Promise.resolve(null) };
  return {
    config,
    runtime,
    logger: createLogger('none'),
    session: { ...visitorSession, ...tokens, ...signInSettings(config) },
    call: rejectCall,
    client,
    clock,
    realtime: createRealtimeClient({
      origin: '',
      runtime,
      chunks: realtimeChunks,
      avatarVersions: createAvatarVersions(),
      tokens,
      onSessionEnded: () => undefined,
      clock,
      client,
      sync: rejectCall,
      environment: null,
      firstContent: neverSettles,
    }),
    drafts: createDrafts({ storage: noStorage, page: new EventTarget(), now: clock.now }),
    outbox: lazyOutbox(rejectCall),
  };
}

const rejectCall = () => Promise.reject(new Error('Not available during server rendering'));

const noPage: PageState = { isVisible: () => false, isOnline: () => false, on: () => undefined };

const neverSettles = new Promise<void>(() => undefined);

/** The settings of the auth pages. The callback of a hosted page is never server-rendered. */
function signInSettings(config: ClientConfig): Pick<Session, 'mailbox' | 'hosted'> {
  return {
    mailbox: config.local_mailbox ? paths.localMail : null,
    hosted:
      readHostedSettings(config) && createHostedPages({ isCallback: false, errorMessage: '' }, rejectCall),
  };
}

const visitorSession: Omit<SessionWithLocalData, 'accessToken' | 'refresh' | 'mailbox' | 'hosted'> = {
  subscribe: () => () => undefined,
  getSnapshot: () => VISITOR,
  hasSignedOutHere: () => false,
  signOut: rejectCall,
  adoptSignIn: rejectCall,
  setPerson: () => undefined,
  forgetSuspended: () => undefined,
  identity: rejectCall,
};

const noStorage: Parameters<typeof createDrafts>[0]['storage'] = {
  length: 0,
  getItem: () => null,
  setItem: () => undefined,
  removeItem: () => undefined,
  key: () => null,
};
