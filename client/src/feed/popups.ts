import { late } from '../late.ts';

export const composePopup = late(async () => (await import('./compose-popup.tsx')).ComposePopup);
export const replyPopup = late(async () => (await import('./reply-popup.tsx')).ReplyPopup);
export const burnDialog = late(async () => (await import('./burn-dialog.tsx')).BurnDialog);
