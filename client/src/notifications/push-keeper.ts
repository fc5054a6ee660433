import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { loadChunk } from '../base/lazy/load-chunk.ts';
import { useCall, useLogger } from '../base/http/page-services.ts';
import { useSession } from '../base/session/session-react.tsx';
import { useKnownUnreadCounts } from '../sync/me/use-account.ts';

const loadBrowserPush = () => loadChunk(55, () => import('./browser-push.ts'));

/** Not every browser has a badge. */
interface BadgeNavigator {
  setAppBadge?: (count: number) => Promise<void>;
}

/** From the service worker: a notification was pressed. */
interface OpenMessage {
  open?: string;
}

/** Keeps the badge of the installed app, closes notifications that were read, and renews the subscription of this browser. */
export function PushKeeper(): null {
  const logger = useLogger();
  const viewer = useSession().person?.cognito_id;
  const call = useCall();
  const counts = useKnownUnreadCounts();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const wasPerson = useRef(false);

  useEffect(() => {
    if (!counts) return;
    // Some browsers show it only with a permission, which is not worth a question. 0 removes it.
    const shown = (navigator as BadgeNavigator).setAppBadge?.(counts.messages + counts.notifications);
    shown?.catch(() => undefined);
  }, [counts]);

  useEffect(() => {
    if (!counts || !canNotify()) return;
    const isSeen = ({ kind, path }: { kind: string; path: string }) =>
      path === pathname || (kind === 'messages' ? counts.messages : counts.notifications) === 0;
    void loadBrowserPush()
      .then(({ closeNotifications }) => closeNotifications(isSeen))
      .catch((error: unknown) => logger.info('notifications stay', { reason: String(error) }));
  }, [counts, pathname, logger]);

  useEffect(() => {
    const isLeaving = viewer === undefined && wasPerson.current;
    wasPerson.current = viewer !== undefined;
    if (!canNotify()) return;
    const work = isLeaving
      ? loadBrowserPush().then(({ endBrowserPush }) => endBrowserPush())
      : viewer !== undefined && loadBrowserPush().then(({ renewPush }) => renewPush(call));
    if (work)
      work.catch((error: unknown) => logger.info('the push subscription stays', { reason: String(error) }));
  }, [viewer, call, logger]);

  useEffect(() => {
    if (!('serviceWorker' in navigator)) return;
    const onMessage = ({ data, ports }: MessageEvent<OpenMessage>) => {
      if (data.open === undefined || viewer === undefined) return;
      ports[0]?.postMessage('opened');
      void navigate(data.open);
    };
    navigator.serviceWorker.addEventListener('message', onMessage);
    return () => navigator.serviceWorker.removeEventListener('message', onMessage);
  }, [navigate, viewer]);
  return null;
}

/** Whether a person has ever allowed notifications: without it, nothing of them is loaded. */
function canNotify(): boolean {
  return 'serviceWorker' in navigator && 'Notification' in window && Notification.permission === 'granted';
}
