import type { PageData } from '@cruddur/shared';
import { startTransition, StrictMode, useLayoutEffect, type ReactNode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { createBrowserRouter, RouterProvider } from 'react-router-dom';
import { avatarVersions } from './api/avatar-versions.ts';
import { Providers } from './app/providers.tsx';
import { createRoutes, loadScreen } from './app/routes.tsx';
import { createServices, type Services } from './app/services.ts';
import { startHydration } from './ssr/use-hydrating.ts';
import { readConfig } from './config.ts';
import { firstContent } from './ssr/first-content.ts';
import { listenForInspectors } from './devtools/index.ts';
import { fillCache } from './ssr/fill-cache.ts';
import { captureEarlyPress } from './ssr/early-press.ts';
import { readPageRequestTiming } from './ssr/page-request-timing.ts';
import { readServerRenderedPage, restoreStyles } from './ssr/server-rendered-page.ts';
import { nextTask } from './ssr/next-task.ts';
import './styles/index.css';

const releaseAppPlaceholder = firstContent.registerPlaceholder();
void startApp();

/** Takes over the page that the server made, or makes one for who is here; piece by piece, so that presses get their turn. */
async function startApp(): Promise<void> {
  await (document.readyState === 'loading' ? waitForParsedDocument() : nextTask());
  listenForInspectors();
  const services = createServices(readConfig());
  const routes = createRoutes(services);
  // A screen whose code does not come says so itself.
  const isLoaded = await loadScreen(routes, window.location.pathname).then(
    () => true,
    () => false,
  );
  await nextTask();
  // Nothing is to be loaded. Told so, the router lets the page stand where it was scrolled to before it came.
  const router = createBrowserRouter(routes, { hydrationData: {} });
  const root = document.getElementById('root');
  if (!root) throw new Error('The page has no place for the program');
  const serverRenderedPage =
    isLoaded && services.session.getSnapshot().status === 'visitor' ? readServerRenderedPage() : null;
  // Begun as a transition, which is made in slices: presses and scrolling do not wait for the whole of it.
  const program = (
    <StrictMode>
      <RemoveLoadingShell>
        <Providers services={services} serverRenderedAt={serverRenderedPage?.now}>
          <RouterProvider router={router} />
        </Providers>
      </RemoveLoadingShell>
    </StrictMode>
  );
  const replayPress = captureEarlyPress();
  if (!serverRenderedPage) {
    startTransition(() => createRoot(root).render(program));
    return;
  }
  applyPageData(serverRenderedPage, services);
  restoreStyles();
  startHydration();
  startTransition(() => void hydrateRoot(root, program));
  setTimeout(replayPress);
}

/** The program may come before the end of its page. */
function waitForParsedDocument(): Promise<unknown> {
  return new Promise((resolve) => document.addEventListener('DOMContentLoaded', resolve, { once: true }));
}

/** What the page says is as good as an answer: it tells the time, and who has a picture. */
function applyPageData({ now, content }: PageData, { client, clock }: Services): void {
  if (!content) return;
  fillCache(client, content);
  clock.recordAnswerTime(now, readPageRequestTiming(performance));
  avatarVersions.recordVersions(content.answer);
}

/** Puts away what stood there until now, in the frame in which its children appear. */
function RemoveLoadingShell({ children }: { children: ReactNode }) {
  useLayoutEffect(() => {
    document.getElementById('waiting')?.remove();
    delete document.documentElement.dataset.waiting;
    releaseAppPlaceholder();
  }, []);
  return children;
}
