import { lazyValue } from '../lazy/lazy-value.ts';

export const composePopup = lazyValue(async () => (await import('./compose-popup.tsx')).ComposePopup);
export const replyPopup = lazyValue(async () => (await import('./reply-popup.tsx')).ReplyPopup);
export const burnDialog = lazyValue(async () => (await import('./burn-dialog.tsx')).BurnDialog);
