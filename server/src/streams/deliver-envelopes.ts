import type { Bus, DeliverEnvelopes } from '../domain/ports.ts';
import type { StreamReaders } from './stream-readers.ts';

/** Delivers to this gateway's readers first, then to the bus. The log has every envelope that is lost. */
export function createDeliver({ readers, bus }: { readers: StreamReaders; bus: Bus }): DeliverEnvelopes {
  return (envelopes) => {
    for (const envelope of envelopes) readers.offerEnvelope(envelope);
    bus.publish(envelopes);
  };
}
