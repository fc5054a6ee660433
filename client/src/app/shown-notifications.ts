import type { PushPayload } from '@cruddur/shared';

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
