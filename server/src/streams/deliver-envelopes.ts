import type { Bus, DeliverEnvelopes } from '../domain/ports.ts';
import type { StreamReaders } from './stream-readers.ts';

/** This gateway's own listeners first, then the others. What is lost on the way, the log still has. */
export function createDeliver({ readers, bus }: { readers: StreamReaders; bus: Bus }): DeliverEnvelopes {
  return (envelopes) => {
    for (const envelope of envelopes) readers.offerEnvelope(envelope);
    bus.publish(envelopes);
  };
}
