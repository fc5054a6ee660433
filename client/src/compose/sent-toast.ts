import type { ToastInput } from '../app/use-toasts.ts';
import type { Burn } from './use-burn.ts';

/** Seconds in which what was just written can be taken back without looking for it, sent or not. */
const UNDO_SECONDS = 5;

/** Says that a crud or reply is on its way, and offers to take it back. Without a connection it says that it waits. */
export function createSentToast(what: 'Crud' | 'Reply', row: string, burn: Burn): ToastInput {
  return {
    id: row,
    text: navigator.onLine ? `${what} lit.` : `${what} kept until you are online.`,
    seconds: UNDO_SECONDS,
    action: { label: 'Undo', run: () => void burn({ uuid: row }) },
  };
}
