import type { Activity } from '@cruddur/shared';
import { statusPath } from '../paths.ts';
import { copyText } from './copy-text.ts';
import type { ToastInput } from '../app/use-toasts.ts';

/** The address under which everybody can read a crud. */
export function crudUrl({ handle, uuid }: Activity): string {
  return window.location.origin + statusPath(handle, uuid);
}

/** Hands a crud's address to the system's own sheet, else to the clipboard. */
export async function shareLink(activity: Activity, showToast: (news: ToastInput) => void): Promise<void> {
  const url = crudUrl(activity);
  // Only some browsers have the sheet, and it is missing on plain http.
  if ('share' in navigator && typeof navigator.share === 'function') {
    try {
      await navigator.share({ url });
      return;
    } catch (failure) {
      if (failure instanceof DOMException && failure.name === 'AbortError') return;
    }
  }
  await copyText(url, 'Link', showToast);
}
