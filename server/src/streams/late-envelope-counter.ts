import { RECENT_EVENTS_MAX, type StreamEvent } from '@cruddur/shared';
import type { Metrics } from '../domain/metrics.ts';

/** Tells envelopes that came later than their event was read from second copies of those that came in time. */
export function createLateEnvelopeCounter(metrics: Metrics) {
  const readAhead = new Set<number>();
  return {
    noteRead(events: readonly StreamEvent[]): void {
      metrics.countEvent('cruddur_catch_up_events_total', {}, events.length);
      for (const { seq } of events) readAhead.add(seq);
      for (const seq of readAhead) {
        if (readAhead.size <= RECENT_EVENTS_MAX) return;
        readAhead.delete(seq);
      }
    },
    noteLate(seq: number): void {
      if (readAhead.delete(seq)) metrics.countEvent('cruddur_envelopes_late_total', {});
    },
  };
}
