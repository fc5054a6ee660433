import { PRESENCE_EVERY_MS } from '@cruddur/shared';
import type { Runtime } from '../../runtime/runtime.ts';
import type { RealtimeClient } from '../realtime-client.ts';

/**
 * Sends that the viewer has a conversation on screen, while the page is visible: at once, periodically, and when the connection
 * changes. @returns stops sending
 */
export function sendPresence(
  { connectionState, sendNote }: Pick<RealtimeClient, 'connectionState' | 'sendNote'>,
  { timers, page }: Pick<Runtime, 'timers' | 'page'>,
  group: string,
): () => void {
  const stopController = new AbortController();
  const send = () => {
    if (page.isVisible()) sendNote('presence', group);
  };
  send();
  const stopRenewal = timers.every(PRESENCE_EVERY_MS, send);
  // A note is dropped while there is no connection.
  const unsubscribe = connectionState.subscribe(send);
  page.on('visibilitychange', send, stopController.signal);
  return () => {
    stopRenewal();
    unsubscribe();
    stopController.abort();
  };
}
