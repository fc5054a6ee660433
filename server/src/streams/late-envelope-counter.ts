import { RECENT_EVENTS_MAX, type StreamEvent } from '@cruddur/shared';
import type { Metrics } from '../domain/metrics.ts';

/** Counts envelopes that arrive after their event was read from the log, without second copies of timely ones. */
export interface LateEnvelopeCounter {
  /** Called with events that were read from the log. */
  noteRead(events: readonly StreamEvent[]): void;
  /** Called with the number of an envelope whose event is known. */
  noteLate(seq: number): void;
}

export function createLateEnvelopeCounter(metrics: Metrics): LateEnvelopeCounter {
  const readAhead = new Set<number>();
  return {
    noteRead(events) {
      metrics.countEvent('cruddur_catch_up_events_total', {}, events.length);
      for (const { seq } of events) readAhead.add(seq);
      for (const seq of readAhead) {
        if (readAhead.size <= RECENT_EVENTS_MAX) return;
        readAhead.delete(seq);
      }
    },
    noteLate(seq) {
      if (readAhead.delete(seq)) metrics.countEvent('cruddur_envelopes_late_total', {});
    },
  };
}
