import type { ClientConfig, RenderedPage, PageData } from '@cruddur/shared';
import { StrictMode } from 'react';
import { renderToStaticMarkup, renderToString } from 'react-dom/server';
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router-dom';
import { Providers } from '../providers.tsx';
import { createRoutes, loadScreen } from '../routes.tsx';
import { TitleContext } from '../../sync/me/use-title.ts';
import { paths } from '../../base/paths.ts';
import { LoadingShell } from '../frame/loading-shell.tsx';
import { QueryClient } from '@tanstack/react-query';
import { createAvatarVersions } from '../../base/http/avatar-versions.ts';
import type { Services } from '../services.ts';
import { mergeConfig } from '../../base/config.ts';
import { createDrafts } from '../../cruds/drafts.ts';
import type { SessionWithLocalData } from '../../account/session/session-with-local-data.ts';
import { createHostedPages, readHostedSettings } from '../../base/session/hosted-pages.ts';
import { VISITOR, type Session } from '../../base/session/session.ts';
import { createLogger } from '../../base/logger.ts';
import { lazyOutbox } from '../../sync/outbox/lazy-outbox.ts';
import { realtimeChunks } from '../../sync/realtime-chunks.ts';
import { createRealtimeClient } from '../../sync/realtime-client.ts';
import { createBrowserRuntime } from '../../base/runtime/browser-runtime.ts';
import type { PageState } from '../../base/runtime/runtime.ts';
import { createServerClock } from '../../base/clock/server-clock.ts';
import { fillCache } from '../../sync/cache/fill-cache.ts';

/** The entry of server rendering: `PageRenderer` in the contract. Renders with the browser's routes. */
export async function renderPage(
  address: string,
  data: PageData,
  config: Partial<ClientConfig>,
): Promise<RenderedPage> {
  const services = createServerServices(data, config);
  const routes = createRoutes(services);
  const url = new URL(address, 'http://page');
  await loadScreen(routes, url.pathname);
  const handler = createStaticHandler(routes);
  const context = await handler.query(new Request(url));
  if (context instanceof Response) throw new Error('A screen for visitors must not redirect');
  let title = 'Cruddur';
  const html = renderToString(
    <StrictMode>
      <TitleContext value={(next) => (title = next)}>
        <Providers services={services} serverRenderedAt={data.now}>
          <StaticRouterProvider
            router={createStaticRouter(handler.dataRoutes, context)}
            context={context}
            hydrate={false}
          />
        </Providers>
      </TitleContext>
    </StrictMode>,
  );
  return { title, ...hoistStyles(html), screenModule: screenModule(url.pathname, data) };
}

/** A file of the build, which the server adds to every page. */
export const loadingShell = renderToStaticMarkup(<LoadingShell />);

/** The modules of the auth screens, by path. */
const AUTH_PAGES: Readonly<Record<string, string>> = {
  [paths.signIn]: 'src/account/sign-in/sign-in.tsx',
  [paths.signUp]: 'src/account/sign-in/sign-up.tsx',
  [paths.confirm]: 'src/account/sign-in/confirm.tsx',
  [paths.forgot]: 'src/account/sign-in/recover.tsx',
};

/** The screen chunk to preload: for the frequent entry pages only; home is part of the entry chunk. */
function screenModule(path: string, { content }: PageData): string | null {
  if (content?.kind === 'profile') return 'src/pages/profile.tsx';
  if (content?.kind === 'post') return 'src/pages/activity.tsx';
  return AUTH_PAGES[path] ?? null;
}

/** Matches attributes only: in texts and other values the renderer escapes quotes as `&quot;`. */
const STYLE = / style="([^"]*)"/g;
const ENTITIES: Record<string, string> = { amp: '&', quot: '"', '#x27': "'", lt: '<', gt: '>' };

/**
 * Moves `style` attributes from the markup to a style sheet, which the CSP can allow by its hash. `restoreStyles` is the
 * inverse.
 */
export function hoistStyles(markup: string): { html: string; styles: string } {
  const ids = new Map<string, number>();
  const html = markup.replace(STYLE, (_, escaped: string) => {
    const declarations = escaped.replace(
      /&([a-z0-9#]+);/g,
      (entity, name: string) => ENTITIES[name] ?? entity,
    );
    const id = ids.get(declarations) ?? ids.size;
    ids.set(declarations, id);
    return ` data-style="${id}"`;
  });
  const rules = [...ids].map(([declarations, id]) => `#root [data-style="${id}"]{${declarations}}`);
  // Escaped, so that no value can close the style element.
  return { html, styles: rules.join('').replaceAll('<', '\\3c ') };
}

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
    hosted: readHostedSettings(config) && createHostedPages({ isCallback: false, failure: null }, rejectCall),
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
