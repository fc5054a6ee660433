import type { PushChoice, NewPushSubscription, PushSettings, PushPayload } from '@cruddur/shared';
import { localItems } from '../base/browser-storage.ts';
import type { Call } from '../base/http/http-client.ts';
import type { PushState } from './push.machine.ts';

/** The last subscription that the server got, and when. */
const KEY = 'push';
const RENEW_EVERY_MS = 86_400_000;
/** The service worker is registered when the first page has loaded. */
const WORKER_WITHIN_MS = 15_000;

export function isPushSupported(): boolean {
  return 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;
}

export async function readPushState(call: Call): Promise<PushState> {
  if (!isPushSupported()) return { kind: 'unsupported' };
  const { public_key, choice } = await fetchPushSettings(call);
  if (public_key === null) return { kind: 'unavailable' };
  if (Notification.permission === 'denied') return { kind: 'denied' };
  const subscription = await findSubscription();
  const isOn = choice !== null && subscription !== null && Notification.permission === 'granted';
  return isOn ? { kind: 'on', choice } : { kind: 'off' };
}

/** Subscribes this browser, or changes its choice. */
export async function subscribeToPush(call: Call, choice: PushChoice): Promise<PushChoice> {
  const { public_key } = await fetchPushSettings(call);
  if (public_key === null) throw new Error('This site sends no notifications.');
  const { pushManager } = await waitForWorker();
  const known = await pushManager.getSubscription();
  // One for another key of the site would be refused.
  if (known && !isForKey(known, public_key)) await known.unsubscribe();
  const subscription = await pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: public_key,
  });
  return sendSubscription(call, subscription, choice);
}

export async function unsubscribeFromPush(call: Call): Promise<void> {
  await endPushSubscription(call);
  await endBrowserPush();
}

/** Ends what the browser has; the end of the sign-in has ended what the server has. */
export async function endBrowserPush(): Promise<void> {
  localItems.removeItem(KEY);
  await (await findSubscription())?.unsubscribe();
}

/** Sends the subscription again once a day, and when the browser has got another one. */
export async function renewPush(call: Call): Promise<void> {
  const subscription = isPushSupported() ? await findSubscription() : null;
  if (!subscription || isRenewed(subscription)) return;
  const { choice } = await fetchPushSettings(call);
  // It was made by a sign-in that has ended.
  if (choice === null) await endBrowserPush();
  else await sendSubscription(call, subscription, choice);
}

async function sendSubscription(
  call: Call,
  subscription: PushSubscription,
  choice: PushChoice,
): Promise<PushChoice> {
  const { endpoint = '', keys = {} } = subscription.toJSON();
  const { p256dh = '', auth = '' } = keys;
  const saved = await sendPushSubscription(call, { endpoint, keys: { p256dh, auth }, choice });
  localItems.setItem(KEY, JSON.stringify({ endpoint, at: Date.now() }));
  return saved ?? choice;
}

async function findSubscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration();
  return (await registration?.pushManager.getSubscription()) ?? null;
}

function waitForWorker(): Promise<ServiceWorkerRegistration> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(reject, WORKER_WITHIN_MS, new Error('The page is still loading. Try again.'));
    void navigator.serviceWorker.ready.then(resolve).finally(() => clearTimeout(timer));
  });
}

function isRenewed({ endpoint }: PushSubscription): boolean {
  try {
    const last = JSON.parse(localItems.getItem(KEY) ?? 'null') as { endpoint: string; at: number } | null;
    return last?.endpoint === endpoint && Date.now() - last.at < RENEW_EVERY_MS;
  } catch {
    return false;
  }
}

function isForKey({ options }: PushSubscription, publicKey: string): boolean {
  const bytes = new Uint8Array(options.applicationServerKey ?? new ArrayBuffer(0));
  const text = btoa(String.fromCharCode(...bytes));
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '') === publicKey;
}

export async function fetchPushSettings(call: Call): Promise<PushSettings> {
  return (await call('pushSettings', {})).data;
}

/** Subscribes this sign-in, renews its subscription or changes its choice. @returns what it is subscribed to */
export async function sendPushSubscription(
  call: Call,
  body: NewPushSubscription,
): Promise<PushChoice | null> {
  return (await call('subscribePush', { body })).data.choice;
}

export async function endPushSubscription(call: Call): Promise<void> {
  await call('unsubscribePush', {});
}

/** What the service worker keeps with a notification. */
type ShownData = Pick<PushPayload, 'kind' | 'path' | 'until'>;

/** Closes the notifications that this browser shows and that meet a condition, and those whose subject has ended. */
export async function closeNotifications(isSeen: (data: ShownData) => boolean): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration();
  for (const shown of (await registration?.getNotifications()) ?? []) {
    const data = shown.data as ShownData;
    if (isSeen(data) || (data.until !== null && Date.parse(data.until) <= Date.now())) shown.close();
  }
}
