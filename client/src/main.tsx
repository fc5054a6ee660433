import { AUTH_PAGE_URLS, LOADING_SHELL_ID, maxAgeOf, type PageData } from '@cruddur/shared';
import { startTransition, StrictMode, useEffect, useLayoutEffect, type ReactNode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { createBrowserRouter, RouterProvider } from 'react-router-dom';
import { forgetIntent } from './cruds/visitor-intent.ts';
import { avatarVersions } from './base/http/avatar-versions.ts';
import { Providers } from './app/providers.tsx';
import { createRoutes, loadScreen } from './app/routes.tsx';
import { lazyScreen } from './base/lazy/load-chunk.ts';
import { createServices, type Services } from './app/services.ts';
import { startHydration } from './base/hydration/use-hydrating.ts';
import { readConfig } from './base/config.ts';
import { pageState } from './base/page/page-state.ts';
import { firstContent } from './base/hydration/first-content.ts';
import {
  nextTask,
  captureEarlyInput,
  hasExpired,
  isWanted,
  readPageRequestTiming,
  readServerRenderedPage,
  rememberProgram,
  restoreStyles,
  waitUntilWanted,
} from './app/server-rendered-page.ts';
import { listenForInspectors } from '../devtools/inspect/listen-for-inspectors.ts';
import { fillCache } from './sync/cache/fill-cache.ts';
import { earlyPopState, listenBeforeRouter } from './base/ui/early-popstate.ts';
import { lazyMenuBody } from './base/ui/menu.tsx';
import { rememberEarlyFields } from './base/ui/use-early-input.ts';
import './app/index.css';

const machinesPage = lazyScreen(
  19,
  async () => (await import('../devtools/page/machines-shell.tsx')).MachinesShell,
);

const releaseAppPlaceholder = firstContent.registerPlaceholder();
startApp().catch(showStartFailure);

/**
 * Hydrates a server-rendered page or renders a new one, in several tasks, so that input events are handled in between. A program that
 * was loaded ahead waits until it is wanted.
 */
async function startApp(): Promise<void> {
  await (document.readyState === 'loading' ? waitForParsedDocument() : nextTask());
  // In parallel to hydration: most presses open a menu.
  if (!isWanted() || document.querySelector('[data-pressed]')) void lazyMenuBody.loadUntilLoaded();
  listenForInspectors();
  const services = createServices(readConfig());
  // A page that is opened by its address ends what a visitor wanted on the page before.
  if (!AUTH_PAGE_URLS.includes(window.location.pathname) && !services.session.hosted?.isCallback)
    forgetIntent();
  const routes = createRoutes(services, machinesPage);
  // A screen that fails to load here is loaded by the router again, which shows the error.
  const isLoaded = await loadScreen(routes, window.location.pathname).then(
    () => true,
    () => false,
  );
  await (isWanted() ? nextTask() : waitUntilWanted());
  listenBeforeRouter();
  // There are no loaders. With hydration data, the router keeps the scroll position of the page.
  const router = createBrowserRouter(routes, { hydrationData: {} });
  earlyPopState.router = router;
  const root = document.getElementById('root');
  if (!root) throw new Error('No #root');
  const serverRenderedPage =
    isLoaded && services.session.getSnapshot().status === 'visitor' ? readServerRenderedPage() : null;
  const canHydrate = serverRenderedPage !== null && !hasExpired();
  const { replayPress, replayKeys } = captureEarlyInput();
  rememberProgram();
  // Rendered in a transition, so that input events interrupt it.
  const app = (
    <StrictMode>
      <RemoveLoadingShell onShown={replayKeys}>
        <Providers services={services} serverRenderedAt={canHydrate ? serverRenderedPage.now : undefined}>
          <RouterProvider router={router} />
        </Providers>
      </RemoveLoadingShell>
    </StrictMode>
  );
  if (serverRenderedPage) applyPageData(serverRenderedPage, services);
  if (!canHydrate) {
    startTransition(() => createRoot(root).render(app));
    return;
  }
  restoreStyles();
  startHydration();
  rememberEarlyFields();
  // A mismatch is an extension's: the part with it is rendered anew.
  const onRecoverableError = (error: unknown) =>
    services.logger.info('hydration differs', { reason: String(error) });
  startTransition(() => void hydrateRoot(root, app, { onRecoverableError }));
  setTimeout(replayPress);
}

/** The script may run before the page is parsed. */
function waitForParsedDocument(): Promise<unknown> {
  return new Promise((resolve) => document.addEventListener('DOMContentLoaded', resolve, { once: true }));
}

/** The page's data counts as an answer: it fills the cache, and has the server's time and avatar versions. */
function applyPageData({ now, content }: PageData, { client, clock, runtime }: Services): void {
  if (!content) return;
  fillCache(client, content, runtime.now);
  const timing = readPageRequestTiming(performance, maxAgeOf(content));
  clock.recordAnswerTime(now + timing.ageMs, timing);
  avatarVersions.recordVersions(content.answer);
}

interface RemoveLoadingShellProps {
  /** Called once the effects of the children have run. Must keep its identity. */
  onShown: () => void;
  children: ReactNode;
}

/** Removes the loading shell in the frame in which the children appear. */
function RemoveLoadingShell({ onShown, children }: RemoveLoadingShellProps) {
  useLayoutEffect(() => {
    document.getElementById(LOADING_SHELL_ID)?.remove();
    const state = pageState();
    delete state.waiting;
    // The address of an auth page may show another screen, as when the user has signed in in another tab.
    if (!document.querySelector('.auth-page')) delete state.frame;
    releaseAppPlaceholder();
  }, []);
  // In a task of its own: React does not update fields during an effect.
  useEffect(() => void setTimeout(onShown), [onShown]);
  return children;
}

/** In plain elements, because React may be what failed. A server-rendered page stays readable below. */
function showStartFailure(error: unknown): void {
  const notice = document.createElement('div');
  notice.className = 'start-failure';
  notice.role = 'alert';
  const text = document.createElement('p');
  text.textContent = 'This page didn’t start. Reload it; if that doesn’t help, check your connection.';
  const reload = document.createElement('button');
  reload.className = 'btn btn-outline';
  reload.textContent = 'Reload';
  reload.addEventListener('click', () => window.location.reload());
  const reason = document.createElement('p');
  reason.className = 'technical';
  reason.textContent = String(error);
  notice.append(text, reload, reason);
  document.body.prepend(notice);
}
