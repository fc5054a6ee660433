import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { Outlet, ScrollRestoration, useLocation, useNavigate, useNavigation } from 'react-router-dom';
import { LazyComponent } from '../lazy/lazy-component.tsx';
import { ComposeProvider } from '../compose/compose-provider.tsx';
import { useComposeContext } from '../compose/compose-context.tsx';
import { failedChunk } from '../lazy/load-chunk.ts';
import { lazyValue } from '../lazy/lazy-value.ts';
import { clearCache } from '../cache/query-client.ts';
import { paths } from '../paths.ts';
import type { RealtimeClient } from '../realtime/realtime-client.ts';
import { NewBuildNotice } from './service-worker.ts';
import type { Services } from './services.ts';
import { ShortcutsProvider } from './shortcuts/shortcuts.tsx';
import { useSession } from '../auth/session/session-react.tsx';
import { usePreload } from './use-preload.ts';

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
    <ComposeProvider logger={services.logger}>
      <ShortcutsProvider>
        <NewBuildNotice />
        <FailedChunkNotice />
        {wasPerson && <LazyComponent component={memberRoot} componentProps={services.session} />}
        <NavigationProgress />
        <Outlet />
      </ShortcutsProvider>
      <ScrollRestoration />
    </ComposeProvider>
  );
}

/** Offers a reload while a part of the page does not load. Drafts and outbox are kept. */
function FailedChunkNotice(): null {
  const { showToast, updateToast } = useComposeContext();
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
