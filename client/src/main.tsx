import type { PageData } from '@cruddur/shared';
import { startTransition, StrictMode, useLayoutEffect, type ReactNode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { createBrowserRouter, RouterProvider } from 'react-router-dom';
import { avatarVersions } from './api/avatar-versions.ts';
import { Providers } from './app/providers.tsx';
import { createRoutes, loadScreen } from './app/routes.tsx';
import { createServices, type Services } from './app/services.ts';
import { beginTakingOver } from './components/hydrating.ts';
import { readConfig } from './config.ts';
import { firstContent } from './first-content.ts';
import { admitWatchers } from './inspect/admit-watchers.ts';
import { fillCache } from './page/fill-cache.ts';
import { takePress } from './page/early-press.ts';
import { pageAsked } from './page/page-asked.ts';
import { madePage, putStylesBack } from './page/made-page.ts';
import { nextTask } from './next-task.ts';
import './styles/index.css';

const programIsThere = firstContent.standIn();
void start();

/** Takes over the page that the server made, or makes one for who is here; piece by piece, so that presses get their turn. */
async function start(): Promise<void> {
  await (document.readyState === 'loading' ? parsed() : nextTask());
  admitWatchers();
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
  const made = isLoaded && services.session.getSnapshot().status === 'visitor' ? madePage() : null;
  // Begun as a transition, which is made in slices: presses and scrolling do not wait for the whole of it.
  const program = (
    <StrictMode>
      <Arrived>
        <Providers services={services} madeAt={made?.now}>
          <RouterProvider router={router} />
        </Providers>
      </Arrived>
    </StrictMode>
  );
  const press = takePress();
  if (!made) {
    startTransition(() => createRoot(root).render(program));
    return;
  }
  takeIn(made, services);
  putStylesBack();
  beginTakingOver();
  startTransition(() => void hydrateRoot(root, program));
  setTimeout(press);
}

/** The program may come before the end of its page. */
function parsed(): Promise<unknown> {
  return new Promise((resolve) => document.addEventListener('DOMContentLoaded', resolve, { once: true }));
}

/** What the page says is as good as an answer: it tells the time, and who has a picture. */
function takeIn({ now, content }: PageData, { client, clock }: Services): void {
  if (!content) return;
  fillCache(client, content);
  clock.answered(now, pageAsked(performance));
  avatarVersions.learn(content.answer);
}

/** Puts away what stood there until now, in the frame in which its children appear. */
function Arrived({ children }: { children: ReactNode }) {
  useLayoutEffect(() => {
    document.getElementById('waiting')?.remove();
    delete document.documentElement.dataset.waiting;
    programIsThere();
  }, []);
  return children;
}
