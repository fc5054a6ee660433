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
const ICON = '/icons/icon-192.png';

/** Missing in TypeScript's library. */
interface TaggedOptions extends NotificationOptions {
  /** Alerts again when it replaces another one. */
  renotify: boolean;
}

/** Shows a notification, without a text or a name, unless a page of this site is visible: that one shows it. */
export async function showPush(data: PushMessageData | null): Promise<void> {
  const payload = readPayload(data);
  if (!payload) return;
  await showBadge(payload.unread);
  await closeEnded();
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  if (pages.some(({ visibilityState }) => visibilityState === 'visible')) return;
  const { kind, path, tag, until } = payload;
  if (hasEnded(until)) return;
  const options: TaggedOptions = {
    ...{ tag, renotify: true, icon: ICON, badge: ICON, data: { kind, path, until } },
    lang: 'en',
  };
  await self.registration.showNotification(TITLES[kind] ?? OTHER_TITLE, options);
}

/** Shows the notification's page in a tab that is open, or in a new one. */
export async function openNotification(notification: Notification): Promise<void> {
  notification.close();
  const path = toOwnPath((notification.data as ReceivedPush | null)?.path);
  const pages = await self.clients.matchAll({ type: 'window' });
  const page = pages.find(({ url }) => new URL(url).pathname === path) ?? pages[0];
  if (!page) {
    await self.clients.openWindow(path);
    return;
  }
  // The tab changes its address by itself, so that nothing in it is loaded again.
  page.postMessage({ open: path });
  await page.focus();
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
