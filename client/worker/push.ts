import type { PushKind, PushPayload } from '@cruddur/shared';
import { isPage } from './cached-builds.ts';

declare const self: ServiceWorkerGlobalScope;

/** A later version of the server may send other kinds. */
type ReceivedPush = Omit<PushPayload, 'kind'> & { kind: string };

const TITLES: Record<string, string> & Record<PushKind, string> = {
  messages: 'New message',
  replies: 'New reply to your crud',
  mentions: 'Someone mentioned you',
};
const OTHER_TITLE = 'Something new on Cruddur';
/** A press on a notification lets the worker open a window for some seconds, in Firefox for one. */
const ANSWER_WITHIN_MS = 400;
const PAGES_ASKED_MAX = 2;
const UNREADABLE = { kind: '', path: '/', tag: 'unreadable', until: null };
const ICON = '/icons/icon-192.png';

/** Missing in TypeScript's library. */
interface TaggedOptions extends NotificationOptions {
  /** Alerts again when it replaces another one. */
  renotify: boolean;
}

/**
 * Shows a notification, without a text or a name. One that the reader doesn’t need is closed at once: its subject has ended, or a page of this
 * site is visible, which shows it. Without any, browsers end the subscription (Safari) or show one of their own.
 */
export async function showPush(data: PushMessageData | null): Promise<void> {
  const payload = readPayload(data);
  if (payload) {
    await showBadge(payload.unread);
    await closeEnded();
  }
  const { kind, path, tag, until } = payload ?? UNREADABLE;
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const isNeeded =
    payload !== null &&
    !hasEnded(until) &&
    !pages.some(({ visibilityState }) => visibilityState === 'visible');
  const options: TaggedOptions = {
    ...{ tag, renotify: isNeeded, silent: !isNeeded, icon: ICON, badge: ICON, data: { kind, path, until } },
    lang: 'en',
  };
  await self.registration.showNotification(TITLES[kind] ?? OTHER_TITLE, options);
  if (isNeeded) return;
  for (const shown of await self.registration.getNotifications({ tag })) shown.close();
}

/** Shows the notification's page in a tab that is open and can show it, or in a new one. */
export async function openNotification(notification: Notification): Promise<void> {
  notification.close();
  const path = toOwnPath((notification.data as ReceivedPush | null)?.path);
  // The last one that had the focus comes first.
  const pages = (await self.clients.matchAll({ type: 'window' })).toSorted(
    (one, other) => Number(isAt(other, path)) - Number(isAt(one, path)),
  );
  for (const page of pages.slice(0, PAGES_ASKED_MAX)) {
    if (!(await doesOpen(page, path))) continue;
    await page.focus();
    return;
  }
  await self.clients.openWindow(path);
}

const isAt = ({ url }: WindowClient, path: string) => new URL(url).pathname === path;

/** The tab changes its address by itself, so that nothing in it is loaded again. One that is frozen or of a visitor does not answer. */
function doesOpen(page: WindowClient, path: string): Promise<boolean> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), ANSWER_WITHIN_MS);
    port1.onmessage = () => {
      clearTimeout(timer);
      resolve(true);
    };
    page.postMessage({ open: path }, [port2]);
  });
}

/** A path of a page of this site. */
function toOwnPath(path: unknown): string {
  const { origin } = self.location;
  if (typeof path !== 'string' || !URL.canParse(path, origin)) return '/';
  const url = new URL(path, origin);
  return url.origin === origin && isPage(url.pathname) ? url.pathname : '/';
}

function readPayload(data: PushMessageData | null): ReceivedPush | null {
  try {
    const payload = data?.json() as Partial<ReceivedPush> | null | undefined;
    if (typeof payload?.kind !== 'string' || typeof payload.tag !== 'string') return null;
    const { kind, tag, path = '/', until = null, unread = 0 } = payload;
    return { kind, tag, path, until, unread: Number.isSafeInteger(unread) ? unread : 0 };
  } catch {
    return null;
  }
}

async function closeEnded(): Promise<void> {
  for (const shown of await self.registration.getNotifications())
    if (hasEnded((shown.data as ReceivedPush | null)?.until ?? null)) shown.close();
}

function hasEnded(until: string | null): boolean {
  return until !== null && Date.parse(until) <= Date.now();
}

async function showBadge(count: number): Promise<void> {
  const { setAppBadge } = self.navigator as { setAppBadge?: (count: number) => Promise<void> };
  await setAppBadge?.call(self.navigator, count).catch(() => undefined);
}
