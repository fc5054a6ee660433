import { createSignal, type Signal } from '../../base/signal.ts';
import type { EphemeralEvent } from '../connection/wire-event.ts';

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

/**
 * Collects the leases of other users; a lease that is not renewed expires by itself, and is forgotten with the next one.
 * @param now epoch milliseconds by the server's clock
 */
export function createPresence(
  ephemeralEvents: Signal<EphemeralEvent | null>,
  now: () => number,
): Signal<PresenceLeases> {
  const withLease = (current: ReadonlyMap<string, number>, key: string, until: string) =>
    new Map([...current].filter(([, end]) => end > now())).set(key, Date.parse(until));

  const leases = createSignal<PresenceLeases>({ presentUntil: new Map(), typingUntil: new Map() });
  ephemeralEvents.subscribe(() => {
    const ephemeralEvent = ephemeralEvents.getSnapshot();
    if (!ephemeralEvent) return;
    const { presentUntil, typingUntil } = leases.getSnapshot();
    if (ephemeralEvent.kind === 'presence') {
      const { handle, until } = ephemeralEvent.presence;
      leases.set({ typingUntil, presentUntil: withLease(presentUntil, handle, until) });
    } else {
      const { message_group_uuid, handle, until } = ephemeralEvent.typing;
      const key = typingKey(message_group_uuid, handle);
      leases.set({ presentUntil, typingUntil: withLease(typingUntil, key, until) });
    }
  });
  return leases;
}
