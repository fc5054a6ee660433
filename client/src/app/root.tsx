import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { Outlet, ScrollRestoration, useLocation, useNavigate, useNavigation } from 'react-router-dom';
import { LazyComponent, lazyValue, type LazyValue } from '../base/lazy/lazy-component.tsx';
import { ComposeProvider, burnDialog, composePopup, replyPopup } from '../cruds/compose-provider.tsx';
import { failedChunk } from '../base/lazy/load-chunk.ts';
import { clearCache } from '../sync/cache/query-client.ts';
import { paths } from '../base/paths.ts';
import type { RealtimeClient } from '../sync/realtime-client.ts';
import type { Services } from './services.ts';
import { ShortcutsProvider } from './shortcuts/shortcuts.tsx';
import { useSession } from '../base/session/session-react.tsx';
import { ToastProvider, useToasts } from '../base/ui/toasts.tsx';
import { lazyMenuBody } from '../base/ui/menu.tsx';
import { lazyAccountMenu } from './frame/navigation.tsx';
import { lazyTooltipBody } from '../base/ui/tooltip.tsx';
import { firstContent } from '../base/hydration/first-content.ts';
import { runWhenIdle } from '../base/hydration/use-hydrating.ts';
import { useLogger } from '../base/http/page-services.ts';

const memberRoot = lazyValue(22, async () => (await import('./member-root.tsx')).MemberRoot);

/** Above every screen: the personal stream, popups, shortcuts, and where focus and scroll go. */
export function Root({ services }: { services: Services }) {
  usePersonalStream(services.realtime);
  useRouteFocus();
  useHostedRedirect();
  const isPerson = useSession().status === 'person';
  usePreload(isPerson);
  const [wasPerson, setWasPerson] = useState(isPerson);
  if (isPerson && !wasPerson) setWasPerson(true);
  return (
    <ToastProvider>
      <ComposeProvider>
        <ShortcutsProvider>
          <NewBuildNotice />
          <FailedChunkNotice />
          {wasPerson && <LazyComponent component={memberRoot} componentProps={services.session} />}
          <NavigationProgress />
          <Outlet />
        </ShortcutsProvider>
        <ScrollRestoration />
      </ComposeProvider>
    </ToastProvider>
  );
}

/** Offers a reload while a part of the page does not load. Drafts and outbox are kept. */
function FailedChunkNotice(): null {
  const { showToast, updateToast } = useToasts();
  const chunk = useSyncExternalStore(failedChunk.subscribe, failedChunk.getSnapshot, () => null);
  useEffect(() => {
    if (chunk === null) return;
    const id = 'failed-chunk';
    const action = { label: 'Reload', run: () => window.location.reload() };
    showToast({ id, text: `Loading chunk ${chunk} failed`, stays: true, action });
    return () => updateToast(id, () => null);
  }, [chunk, showToast, updateToast]);
  return null;
}

/** A progress bar while a navigation is pending; the style sheet delays it, so quick ones show none. */
function NavigationProgress() {
  const { state } = useNavigation();
  return state === 'idle' ? null : (
    <div className="navigation-progress" role="progressbar" aria-label="Loading" />
  );
}

/** Keeps the tab's connection open while a person is signed in, and only then. */
function usePersonalStream(realtime: RealtimeClient): void {
  const { person } = useSession();
  const id = person?.cognito_id;
  const handle = person?.handle;
  const client = useQueryClient();
  useEffect(() => () => clearCache(client), [client, id]);
  useEffect(() => {
    if (id === undefined || handle === undefined) return;
    realtime.start(() => ({ cognito_id: id, handle }));
    return () => realtime.stop();
  }, [realtime, id, handle]);
}

/**
 * Moves focus to the new screen after each navigation, for screen readers and keyboards, and after a sign-out, which may
 * keep the address.
 */
function useRouteFocus(): void {
  const { pathname } = useLocation();
  const { status } = useSession();
  const last = useRef({ pathname, status });
  useEffect(() => {
    const before = last.current;
    last.current = { pathname, status };
    const hasSignedOut = before.status === 'person' && status === 'visitor';
    if (before.pathname === pathname && !hasSignedOut) return;
    const main = document.getElementById('main');
    // A screen that has set focus itself keeps it.
    if (main && !main.contains(document.activeElement)) main.focus({ preventScroll: true });
  }, [pathname, status]);
}

/** Hosted pages may redirect to any address of the site: from there it continues to home, or to the sign-in with the error. */
function useHostedRedirect(): void {
  const { status, hosted } = useSession();
  const navigate = useNavigate();
  const isHandled = useRef(hosted?.isCallback !== true);
  useEffect(() => {
    if (isHandled.current || status === 'checking') return;
    isHandled.current = true;
    void navigate(status === 'person' ? paths.home : paths.signIn, { replace: true });
  }, [navigate, status]);
}

const PRELOADED_FOR_ALL: readonly LazyValue<unknown>[] = [lazyMenuBody, lazyTooltipBody];
const PRELOADED_FOR_MEMBERS: readonly LazyValue<unknown>[] = [
  lazyAccountMenu,
  composePopup,
  replyPopup,
  burnDialog,
];

/** Loads the chunks that a first click may open, after the first content and when the browser is idle. */
function usePreload(isPerson: boolean): void {
  useEffect(() => {
    const abort = new AbortController();
    const values = isPerson ? [...PRELOADED_FOR_ALL, ...PRELOADED_FOR_MEMBERS] : PRELOADED_FOR_ALL;
    const preloadAll = () => {
      // A chunk that fails here is requested again on use.
      for (const value of values) value.load().catch(() => undefined);
    };
    void firstContent.ready.then(() => runWhenIdle(preloadAll, abort.signal));
    return () => abort.abort();
  }, [isPerson]);
}

/** From a worker of this build or of a newer one. */
interface WorkerMessage {
  /** The URL of the entry chunk of the worker's build. */
  program?: string;
}

/** Registers the service worker, and offers a reload when a build is active that is newer than this page's. */
function NewBuildNotice(): null {
  const { showToast } = useToasts();
  const logger = useLogger();
  useEffect(() => {
    // In development files change without a change of name.
    if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
    const onMessage = ({ data }: MessageEvent<WorkerMessage>) => {
      if (data.program === undefined || data.program === readEntryUrl()) return;
      showToast({
        id: 'new-build',
        text: 'A new version of Cruddur is ready.',
        stays: true,
        action: { label: 'Reload', run: () => window.location.reload() },
      });
    };
    navigator.serviceWorker.addEventListener('message', onMessage);
    return () => navigator.serviceWorker.removeEventListener('message', onMessage);
  }, [showToast]);
  useEffect(() => {
    if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
    registerWorker().catch((failure: unknown) =>
      logger.info('no service worker', { reason: String(failure) }),
    );
  }, [logger]);
  return null;
}

/** The page's build, by the URL of its entry chunk. */
function readEntryUrl(): string | null {
  return document.querySelector('script[type=module][src]')?.getAttribute('src') ?? null;
}

/** After the page's own requests. The code is a lazy chunk, because no first screen needs it. */
async function registerWorker(): Promise<void> {
  await firstContent.ready;
  const { startWorker } = await import('./start-worker.ts');
  await startWorker();
}
