import { PRESENCE_EVERY_MS } from '@cruddur/shared';
import { createSignal, type Signal } from '../../signal.ts';
import type { RealtimeClient } from '../realtime-client.ts';
import type { EphemeralEvent } from '../stream/wire-event.ts';

/** The ends of presence and typing leases, in epoch milliseconds by the server's clock. Past leases count for nothing. */
export interface PresenceLeases {
  /** By handle. */
  presentUntil: ReadonlyMap<string, number>;
  /** By `typingKey`. */
  typingUntil: ReadonlyMap<string, number>;
}

export function typingKey(group: string, handle: string): string {
  return `${group} ${handle}`;
}

/** Collects the leases of other users; a lease that is not renewed expires by itself. */
export function createPresence(ephemeralEvents: Signal<EphemeralEvent | null>): Signal<PresenceLeases> {
  const leases = createSignal<PresenceLeases>({ presentUntil: new Map(), typingUntil: new Map() });
  ephemeralEvents.subscribe(() => {
    const ephemeralEvent = ephemeralEvents.getSnapshot();
    if (!ephemeralEvent) return;
    const { presentUntil, typingUntil } = leases.getSnapshot();
    if (ephemeralEvent.kind === 'presence') {
      const { handle, until } = ephemeralEvent.presence;
      leases.set({ typingUntil, presentUntil: new Map(presentUntil).set(handle, Date.parse(until)) });
    } else {
      const { message_group_uuid, handle, until } = ephemeralEvent.typing;
      const key = typingKey(message_group_uuid, handle);
      leases.set({ presentUntil, typingUntil: new Map(typingUntil).set(key, Date.parse(until)) });
    }
  });
  return leases;
}

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
