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
import type { MachineCounter, RecordMachineEvent } from '../domain/machines/machine-counter.ts';
import type { StreamLog } from '../domain/ports.ts';
import { redactExpired } from '../domain/sync/redact-events.ts';
import { createLateEnvelopeCounter, type LateEnvelopeCounter } from './late-envelope-counter.ts';
import { createEnvelopeBuffer, type EnvelopeBuffer } from './envelope-buffer.ts';
import { createEventHistory, type EventHistory } from './event-history.ts';
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

/**
 * Follows one stream of the log. Envelopes make it fast; only the log is authoritative. A class, and with parts that exist only while
 * they are needed, because each person with a socket has one.
 */
export class StreamReader {
  private readonly stream: StreamId;
  private readonly parts: ReaderParts;
  private readonly listeners = new Set<StreamListener>();
  private readonly history: EventHistory | null;
  private readonly recordEvent: RecordMachineEvent<'streamReader'>;
  private buffer: EnvelopeBuffer | undefined;
  private lateEnvelopes: LateEnvelopeCounter | undefined;
  private behind: { head: number; sinceMs: number } | undefined;
  private current: Cursor | undefined;
  private reading: Promise<void> | undefined;
  private mustReadAgain = false;
  private cancelReorderTimer: (() => void) | undefined;
  private isBuffering = false;
  private closed = false;

  constructor(stream: StreamId, parts: ReaderParts) {
    const { historySize = RECENT_EVENTS_MAX } = parts;
    this.stream = stream;
    this.parts = parts;
    this.history = historySize > 0 ? createEventHistory(historySize) : null;
    this.recordEvent = parts.machines.streamReader.startActor();
  }

  /** Undefined until the head has been read. */
  position(): Cursor | undefined {
    return this.current;
  }

  /** How far the reader is behind the newest observed head, and since when in epoch milliseconds; null when it is not. */
  lag(): { events: number; sinceMs: number } | null {
    const { behind, current } = this;
    return behind && current ? { events: behind.head - current.seq, sinceMs: behind.sinceMs } : null;
  }

  /** The events between a cursor and the position, as the identical list for equal calls; null when they are not in memory. */
  eventsAfter(cursor: Cursor): readonly StreamEvent[] | null {
    if (!this.current) return null;
    if (isSameCursor(cursor, this.current)) return [];
    return this.history?.after(cursor, this.nowMs()) ?? null;
  }

  addListener(listener: StreamListener): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Called with a head that was read from the log. */
  observeHead(head: Cursor): void {
    const { current } = this;
    if (current && head.seq > current.seq)
      this.behind = { head: head.seq, sinceMs: this.behind?.sinceMs ?? this.nowMs() };
    if (!current || !isSameCursor(head, current)) this.catchUpInBackground();
  }

  offerEnvelope(envelope: Envelope): void {
    if (this.closed) return;
    const { event } = envelope;
    const { current } = this;
    if (current && event.seq <= current.seq) this.lateEnvelopes?.noteLate(event.seq);
    if (!current || event.seq > current.seq + 1) this.bufferEnvelope(envelope);
    else if (event.seq === current.seq + 1) this.applyEnvelope(current, envelope);
    else if (event.seq === current.seq && event.tag !== current.tag) this.catchUpInBackground();
  }

  /** Reads the log up to its head, with at least one read that starts after this call. Rejects when it cannot be read. */
  catchUp(): Promise<void> {
    if (this.closed) return Promise.resolve();
    this.mustReadAgain = true;
    return (this.reading ??= this.readToHead());
  }

  close(): void {
    if (this.closed) return;
    this.closed = true;
    this.cancelReorderTimer?.();
    this.recordEvent('closed');
  }

  private nowMs(): number {
    return this.parts.clock.now().getTime();
  }

  private advance(from: Cursor, events: readonly StreamEvent[]): void {
    const last = events.at(-1);
    if (!last) return;
    const now = this.nowMs();
    const shown = events.map((event) => redactExpired(event, now));
    this.history?.add(from, shown);
    this.current = { seq: last.seq, tag: last.tag };
    if (this.behind && last.seq >= this.behind.head) this.behind = undefined;
    for (const listener of this.listeners) listener.onEvents(shown);
  }

  private applyEnvelope(from: Cursor, { event, previous }: Envelope): void {
    // The next number after another tag: the envelope or this reader is of another history, which the log decides.
    if (previous === from.tag) {
      this.recordEvent('followed');
      this.advance(from, [event]);
      this.releaseBuffered();
    } else this.catchUpInBackground();
  }

  private bufferEnvelope(envelope: Envelope): void {
    const { metrics = noMetrics, timers } = this.parts;
    this.buffer ??= createEnvelopeBuffer(RECENT_EVENTS_MAX, () =>
      metrics.countEvent('cruddur_envelopes_dropped_total', { place: 'reader' }),
    );
    this.buffer.add(envelope);
    this.isBuffering = true;
    this.recordEvent('ahead');
    this.cancelReorderTimer ??= timers.after(REORDER_WINDOW_MS, () => {
      this.cancelReorderTimer = undefined;
      this.catchUpInBackground();
    });
  }

  /** Applies buffered envelopes that follow the position. */
  private releaseBuffered(): void {
    if (!this.current) return;
    this.buffer?.dropUpTo(this.current.seq);
    const next = this.buffer?.removeAt(this.current.seq + 1);
    if (next) this.offerEnvelope(next);
    if (this.buffer?.isEmpty() === false) return;
    this.buffer = undefined;
    this.cancelReorderTimer?.();
    this.cancelReorderTimer = undefined;
    // A read in progress records its own end.
    if (this.isBuffering && !this.reading) this.recordEvent('filled');
    this.isBuffering = false;
  }

  private catchUpInBackground(): void {
    this.catchUp().catch((error: unknown) =>
      this.parts.logger.warn({ err: error }, 'a stream could not be read'),
    );
  }

  private async readToHead(): Promise<void> {
    try {
      for (let event: 'look' | 'more' = 'look'; this.mustReadAgain && !this.closed; event = 'more') {
        this.mustReadAgain = false;
        this.recordEvent(event);
        await this.readOnce();
      }
      this.finishReading('caught_up');
    } catch (error) {
      this.finishReading('failed');
      throw error;
    }
  }

  private finishReading(outcome: 'caught_up' | 'failed'): void {
    this.reading = undefined;
    if (this.closed) return;
    this.recordEvent(outcome);
    if (this.isBuffering) this.recordEvent('ahead');
  }

  private async readOnce(): Promise<void> {
    const { log } = this.parts;
    if (!this.current) {
      const heads = await log.readHeads([this.stream]);
      if (this.closed) return;
      this.current = heads.get(this.stream) ?? ORIGIN;
    } else {
      const page = await log.readPage(this.stream, this.current, SYNC_EVENTS_MAX);
      if (this.closed) return;
      if ('reset' in page) this.resetTo(page.head);
      // Envelopes may have advanced the position meanwhile, along the same history.
      else this.advanceTo(page.events);
      if (!('reset' in page) && page.more) this.mustReadAgain = true;
    }
    this.releaseBuffered();
  }

  private advanceTo(events: readonly StreamEvent[]): void {
    const from = this.current ?? ORIGIN;
    const fresh = events.filter((event) => event.seq > from.seq);
    if (fresh.length === 0) return;
    this.lateEnvelopes ??= createLateEnvelopeCounter(this.parts.metrics ?? noMetrics);
    this.lateEnvelopes.noteRead(fresh);
    this.advance(from, fresh);
  }

  private resetTo(head: Cursor): void {
    this.parts.logger.warn(
      { stream: this.stream === 'public' ? this.stream : 'user' },
      'the store has another history; the stream starts again from its head',
    );
    this.recordEvent('reset');
    this.current = head;
    this.behind = undefined;
    this.history?.clear();
    this.buffer?.clear();
    for (const listener of this.listeners) listener.onReset();
  }
}
