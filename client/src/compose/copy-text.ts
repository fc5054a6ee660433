import type { ToastInput } from '../app/use-toasts.ts';

/** Copies, and says what, unless the browser keeps its clipboard to itself. */
export async function copyText(
  text: string,
  what: 'Link' | 'Text',
  showToast: (news: ToastInput) => void,
): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    return;
  }
  showToast({ text: `${what} copied.` });
}
