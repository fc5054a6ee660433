import { PRESENCE_EVERY_MS } from '@cruddur/shared';
import type { RealtimeClient } from '../realtime-client.ts';

/** Says that a conversation is on screen, as long as it can be seen: at once, again and again, and when the line comes. @returns how to end it */
export function sendPresence(
  { connectionState, sendNote }: Pick<RealtimeClient, 'connectionState' | 'sendNote'>,
  group: string,
): () => void {
  const send = () => {
    if (document.visibilityState === 'visible') sendNote('presence', group);
  };
  send();
  const renewal = setInterval(send, PRESENCE_EVERY_MS);
  // What is said before there is a line reaches nobody.
  const unsubscribe = connectionState.subscribe(send);
  document.addEventListener('visibilitychange', send);
  return () => {
    clearInterval(renewal);
    unsubscribe();
    document.removeEventListener('visibilitychange', send);
  };
}
