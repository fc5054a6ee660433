import type { Envelope } from '../domain/events.ts';

/** Envelopes that came ahead of their turn. */
export interface HeldEnvelopes {
  hold(envelope: Envelope): void;
  /** Takes the one that stands at a place. */
  take(seq: number): Envelope | undefined;
  /** Lets go of all up to a place. */
  dropUpTo(seq: number): void;
  clear(): void;
  isEmpty(): boolean;
}

/** @param limit more than so many are not held: the log has them */
export function createHeldEnvelopes(limit: number): HeldEnvelopes {
  const held = new Map<number, Envelope>();
  return {
    hold(envelope) {
      if (held.size < limit) held.set(envelope.event.seq, envelope);
    },
    take(seq) {
      const found = held.get(seq);
      held.delete(seq);
      return found;
    },
    dropUpTo(last) {
      for (const seq of held.keys()) if (seq <= last) held.delete(seq);
    },
    clear: () => held.clear(),
    isEmpty: () => held.size === 0,
  };
}
