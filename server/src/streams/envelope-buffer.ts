import type { Envelope } from '../domain/streams.ts';

/** Envelopes that arrived before their predecessors. */
export interface EnvelopeBuffer {
  add(envelope: Envelope): void;
  /** Removes and returns the envelope of a sequence number. */
  removeAt(seq: number): Envelope | undefined;
  /** Drops all envelopes up to a sequence number. */
  dropUpTo(seq: number): void;
  clear(): void;
  isEmpty(): boolean;
}

/** @param limit of held envelopes; further ones are dropped, with a call of `onDropped`, and read from the log */
export function createEnvelopeBuffer(limit: number, onDropped: () => void = () => undefined): EnvelopeBuffer {
  const buffered = new Map<number, Envelope>();
  return {
    add(envelope) {
      if (buffered.size < limit) buffered.set(envelope.event.seq, envelope);
      else onDropped();
    },
    removeAt(seq) {
      const envelope = buffered.get(seq);
      buffered.delete(seq);
      return envelope;
    },
    dropUpTo(last) {
      for (const seq of buffered.keys()) if (seq <= last) buffered.delete(seq);
    },
    clear: () => buffered.clear(),
    isEmpty: () => buffered.size === 0,
  };
}
