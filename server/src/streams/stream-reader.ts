import {
  ORIGIN,
  RECENT_EVENTS_MAX,
  SYNC_EVENTS_MAX,
  isSameCursor,
  type Cursor,
  type StreamEvent,
} from '@cruddur/shared';
import type { Clock } from '../domain/clock.ts';
import type { Envelope, StreamId } from '../domain/streams.ts';
import type { Logger } from '../domain/logger.ts';
import { noMetrics, type Metrics } from '../domain/metrics.ts';
import type { MachineCounter } from '../domain/machines/machine-counter.ts';
import type { StreamLog } from '../domain/ports.ts';
import { redactExpired } from '../domain/sync/redact-events.ts';
import { createLateEnvelopeCounter } from './late-envelope-counter.ts';
import { createEnvelopeBuffer } from './envelope-buffer.ts';
import { createEventHistory } from './event-history.ts';
import type { Timers } from '../domain/timers.ts';

/** How long a gap may last: envelopes on the bus overtake each other by less. */
const REORDER_WINDOW_MS = 20;

export interface StreamListener {
  /** Called with events that follow the ones before without a gap. */
  onEvents(events: readonly StreamEvent[]): void;
  /** Called when the store has another history: start again from the head. */
  onReset(): void;
}

export interface ReaderParts {
  log: StreamLog;
  timers: Timers;
  clock: Clock;
  logger: Logger;
  machines: { streamReader: MachineCounter<'streamReader'> };
  /** How many events to keep in memory; 0 for personal streams, which are read from the log. */
  historySize?: number;
  metrics?: Metrics;
}

/** Follows one stream of the log. Envelopes make it fast; only the log is authoritative. */
export interface StreamReader {
  /** Undefined until the head has been read. */
  position(): Cursor | undefined;
  offerEnvelope(envelope: Envelope): void;
  /** Called with a head that was read from the log. */
  observeHead(head: Cursor): void;
  /** How far the reader is behind the newest observed head, and since when in epoch milliseconds; null when it is not. */
  lag(): { events: number; sinceMs: number } | null;
  /** Reads the log up to its head, with at least one read that starts after this call. Rejects when it cannot be read. */
  catchUp(): Promise<void>;
  /** The events between a cursor and the position, as the identical list for equal calls; null when they are not in memory. */
  eventsAfter(cursor: Cursor): readonly StreamEvent[] | null;
  addListener(listener: StreamListener): () => void;
  close(): void;
}

export function createStreamReader(stream: StreamId, parts: ReaderParts): StreamReader {
  const {
    log,
    timers,
    clock,
    logger,
    machines,
    historySize = RECENT_EVENTS_MAX,
    metrics = noMetrics,
  } = parts;
  const listeners = new Set<StreamListener>();
  const history = createEventHistory(historySize);
  const buffer = createEnvelopeBuffer(RECENT_EVENTS_MAX, () =>
    metrics.countEvent('cruddur_envelopes_dropped_total', { place: 'reader' }),
  );
  const lateEnvelopes = createLateEnvelopeCounter(metrics);
  let behind: { head: number; sinceMs: number } | undefined;
  let position: Cursor | undefined;
  let reading: Promise<void> | undefined;
  let mustReadAgain = false;
  let cancelReorderTimer: (() => void) | undefined;
  let isBuffering = false;
  let closed = false;
  const recordEvent = machines.streamReader.startActor();

  function advance(from: Cursor, events: readonly StreamEvent[]): void {
    const last = events.at(-1);
    if (!last) return;
    const now = clock.now().getTime();
    const shown = events.map((event) => redactExpired(event, now));
    history.add(from, shown);
    position = { seq: last.seq, tag: last.tag };
    if (behind && last.seq >= behind.head) behind = undefined;
    for (const listener of listeners) listener.onEvents(shown);
  }

  function offerEnvelope(envelope: Envelope): void {
    if (closed) return;
    const { event } = envelope;
    if (position && event.seq <= position.seq) lateEnvelopes.noteLate(event.seq);
    if (!position || event.seq > position.seq + 1) bufferEnvelope(envelope);
    else if (event.seq === position.seq + 1) applyEnvelope(position, envelope);
    else if (event.seq === position.seq && event.tag !== position.tag) catchUpInBackground();
  }

  function applyEnvelope(from: Cursor, { event, previous }: Envelope): void {
    // The next number after another tag: the envelope or this reader is of another history, which the log decides.
    if (previous === from.tag) {
      recordEvent('followed');
      advance(from, [event]);
      releaseBuffered();
    } else catchUpInBackground();
  }

  function bufferEnvelope(envelope: Envelope): void {
    buffer.add(envelope);
    isBuffering = true;
    recordEvent('ahead');
    cancelReorderTimer ??= timers.after(REORDER_WINDOW_MS, () => {
      cancelReorderTimer = undefined;
      catchUpInBackground();
    });
  }

  /** Applies buffered envelopes that follow the position. */
  function releaseBuffered(): void {
    if (!position) return;
    buffer.dropUpTo(position.seq);
    const next = buffer.removeAt(position.seq + 1);
    if (next) offerEnvelope(next);
    if (!buffer.isEmpty()) return;
    cancelReorderTimer?.();
    cancelReorderTimer = undefined;
    // A read in progress records its own end.
    if (isBuffering && !reading) recordEvent('filled');
    isBuffering = false;
  }

  function catchUpInBackground(): void {
    catchUp().catch((error: unknown) => logger.warn({ err: error }, 'a stream could not be read'));
  }

  function catchUp(): Promise<void> {
    if (closed) return Promise.resolve();
    mustReadAgain = true;
    return (reading ??= readToHead());
  }

  async function readToHead(): Promise<void> {
    try {
      for (let event: 'look' | 'more' = 'look'; mustReadAgain && !closed; event = 'more') {
        mustReadAgain = false;
        recordEvent(event);
        await readOnce();
      }
      finishReading('caught_up');
    } catch (error) {
      finishReading('failed');
      throw error;
    }
  }

  function finishReading(outcome: 'caught_up' | 'failed'): void {
    reading = undefined;
    if (closed) return;
    recordEvent(outcome);
    if (isBuffering) recordEvent('ahead');
  }

  async function readOnce(): Promise<void> {
    if (!position) {
      const heads = await log.readHeads([stream]);
      if (closed) return;
      position = heads.get(stream) ?? ORIGIN;
    } else {
      const page = await log.readPage(stream, position, SYNC_EVENTS_MAX);
      if (closed) return;
      if ('reset' in page) resetTo(page.head);
      // Envelopes may have advanced the position meanwhile, along the same history.
      else advanceTo(page.events);
      if (!('reset' in page) && page.more) mustReadAgain = true;
    }
    releaseBuffered();
  }

  function advanceTo(events: readonly StreamEvent[]): void {
    const from = position ?? ORIGIN;
    const fresh = events.filter((event) => event.seq > from.seq);
    lateEnvelopes.noteRead(fresh);
    advance(from, fresh);
  }

  function resetTo(head: Cursor): void {
    logger.warn(
      { stream: stream === 'public' ? stream : 'user' },
      'the store has another history; the stream starts again from its head',
    );
    recordEvent('reset');
    position = head;
    behind = undefined;
    history.clear();
    buffer.clear();
    for (const listener of listeners) listener.onReset();
  }

  return {
    position: () => position,
    offerEnvelope,
    catchUp,
    lag: () => (behind && position ? { events: behind.head - position.seq, sinceMs: behind.sinceMs } : null),
    observeHead(head) {
      if (position && head.seq > position.seq)
        behind = { head: head.seq, sinceMs: behind?.sinceMs ?? clock.now().getTime() };
      if (!position || !isSameCursor(head, position)) catchUpInBackground();
    },
    eventsAfter(cursor) {
      if (!position) return null;
      if (isSameCursor(cursor, position)) return [];
      return history.after(cursor, clock.now().getTime());
    },
    addListener(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close() {
      if (closed) return;
      closed = true;
      cancelReorderTimer?.();
      recordEvent('closed');
    },
  };
}
