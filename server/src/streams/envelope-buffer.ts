import type { Envelope } from '../domain/events.ts';

/** Envelopes that came ahead of their turn. */
export interface EnvelopeBuffer {
  add(envelope: Envelope): void;
  /** Takes the one that stands at a place. */
  removeAt(seq: number): Envelope | undefined;
  /** Lets go of all up to a place. */
  dropUpTo(seq: number): void;
  clear(): void;
  isEmpty(): boolean;
}

/** @param limit more than so many are not held: the log has them, and `onDropped` is called */
export function createEnvelopeBuffer(limit: number, onDropped: () => void = () => undefined): EnvelopeBuffer {
  const buffered = new Map<number, Envelope>();
  return {
    add(envelope) {
      if (buffered.size < limit) buffered.set(envelope.event.seq, envelope);
      else onDropped();
    },
    removeAt(seq) {
      const found = buffered.get(seq);
      buffered.delete(seq);
      return found;
    },
    dropUpTo(last) {
      for (const seq of buffered.keys()) if (seq <= last) buffered.delete(seq);
    },
    clear: () => buffered.clear(),
    isEmpty: () => buffered.size === 0,
  };
}
