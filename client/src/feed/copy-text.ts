import type { ToastWords } from './use-toasts.ts';

/** Copies, and says what, unless the browser keeps its clipboard to itself. */
export async function copyText(
  text: string,
  what: 'Link' | 'Text',
  say: (news: ToastWords) => void,
): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    return;
  }
  say({ text: `${what} copied.` });
}
