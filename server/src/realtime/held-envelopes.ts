import type { Envelope } from '../domain/events.ts';

/** Envelopes that came ahead of their turn. */
export interface HeldEnvelopes {
  /** @param round the number of log reads begun so far */
  hold(envelope: Envelope, round: number): void;
  /** Takes the one that stands at a place. */
  take(seq: number): Envelope | undefined;
  /** Lets go of all up to a place. */
  dropUpTo(seq: number): void;
  /** Lets go of those that came before a read began and that the log, read since, does not have. */
  dropBefore(round: number): void;
  isEmpty(): boolean;
}

/** @param limit more than so many are not held: the log has them */
export function createHeldEnvelopes(limit: number): HeldEnvelopes {
  const held = new Map<number, { envelope: Envelope; round: number }>();
  return {
    hold(envelope, round) {
      if (held.size < limit) held.set(envelope.event.seq, { envelope, round });
    },
    take(seq) {
      const found = held.get(seq);
      held.delete(seq);
      return found?.envelope;
    },
    dropUpTo(limitSeq) {
      for (const seq of held.keys()) if (seq <= limitSeq) held.delete(seq);
    },
    dropBefore(round) {
      for (const [seq, entry] of held) if (entry.round < round) held.delete(seq);
    },
    isEmpty: () => held.size === 0,
  };
}
