import { RECENT_EVENTS_MAX, type StreamEvent } from '@cruddur/shared';
import type { Metrics } from '../domain/metrics.ts';

/** Counts envelopes that arrive after their event was read from the log, without second copies of timely ones. */
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
