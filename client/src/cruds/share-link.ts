import type { Activity } from '@cruddur/shared';
import { statusPath } from '../base/paths.ts';
import { useToasts, type ShowToast } from '../base/ui/toasts.tsx';

/** The absolute URL of a crud. */
export function crudUrl({ handle, uuid }: Activity): string {
  return window.location.origin + statusPath(handle, uuid);
}

/** Opens the system's share sheet with a crud's URL, or copies the URL where there is none. */
export async function shareLink(activity: Activity, showToast: ShowToast): Promise<void> {
  const url = crudUrl(activity);
  // Missing in some browsers, and on plain http.
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

/** Copies a text, and says in a toast whether that worked. */
export async function copyText(text: string, what: 'Link' | 'Text', showToast: ShowToast): Promise<void> {
  if (!window.isSecureContext) {
    showToast({ text: `${what} not copied: that needs https.` });
    return;
  }
  try {
    await navigator.clipboard.writeText(text);
    showToast({ text: `${what} copied.` });
  } catch {
    showToast({ text: `${what} not copied: this browser denies access to the clipboard.` });
  }
}

/** @returns copies the address of the page */
export function useCopyLink(): () => void {
  const { showToast } = useToasts();
  return () => void copyText(window.location.href, 'Link', showToast);
}
