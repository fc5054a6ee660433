import { PRESENCE_EVERY_MS } from '@cruddur/shared';
import type { RealtimeClient } from '../realtime-client.ts';

/**
 * Sends that the viewer has a conversation on screen, while the page is visible: at once, periodically, and when the connection
 * changes. @returns stops sending
 */
export function sendPresence(
  { connectionState, sendNote }: Pick<RealtimeClient, 'connectionState' | 'sendNote'>,
  group: string,
): () => void {
  const send = () => {
    if (document.visibilityState === 'visible') sendNote('presence', group);
  };
  send();
  const renewal = setInterval(send, PRESENCE_EVERY_MS);
  // A note is dropped while there is no connection.
  const unsubscribe = connectionState.subscribe(send);
  document.addEventListener('visibilitychange', send);
  return () => {
    clearInterval(renewal);
    unsubscribe();
    document.removeEventListener('visibilitychange', send);
  };
}
