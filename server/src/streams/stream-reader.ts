import {
  ORIGIN,
  RECENT_EVENTS_MAX,
  SYNC_EVENTS_MAX,
  isSameCursor,
  type Cursor,
  type StreamEvent,
  StreamFollower,
  type FollowerPorts,
  type ReadStep,
} from '@cruddur/shared';
import type { Clock } from '../domain/clock.ts';
import type { Envelope, StreamId, StreamPage } from '../domain/streams.ts';
import type { Logger } from '../domain/logger.ts';
import { noMetrics, type Metrics } from '../domain/metrics.ts';
import type { MachineCounter, RecordMachineEvent } from '../domain/machines/machine-counter.ts';
import type { StreamLog } from '../domain/ports.ts';
import { redactExpired } from '../domain/sync/redact-events.ts';
import type { Timers } from '../domain/timers.ts';
import { RedactedHistory } from './event-history.ts';

/** Further envelopes ahead of a gap are dropped, and read from the log. */
const HELD_ENVELOPES_MAX = RECENT_EVENTS_MAX;
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
export class StreamReader implements FollowerPorts {
  private readonly stream: StreamId;
  private readonly parts: ReaderParts;
  private readonly follower: StreamFollower;
  private readonly listeners = new Set<StreamListener>();
  private readonly history: RedactedHistory | null;
  private readonly recordEvent: RecordMachineEvent<'streamReader'>;
  /** Envelopes that arrived before their predecessors, by their number. */
  private held: Map<number, Envelope> | undefined;
  /** The numbers of events that were read before their envelopes, whose second copies are not late. */
  private readEarly: Set<number> | undefined;
  private behind: { head: number; sinceMs: number } | undefined;
  private cancelReorderTimer: (() => void) | undefined;
  private closed = false;

  constructor(stream: StreamId, parts: ReaderParts) {
    const { historySize = RECENT_EVENTS_MAX } = parts;
    this.stream = stream;
    this.parts = parts;
    this.history = historySize > 0 ? new RedactedHistory(historySize) : null;
    this.recordEvent = parts.machines.streamReader.startActor();
    this.follower = new StreamFollower(this);
  }

  /** Undefined until the head has been read. */
  position(): Cursor | undefined {
    return this.follower.position() ?? undefined;
  }

  /** How far the reader is behind the newest observed head, and since when in epoch milliseconds; null when it is not. */
  lag(): { events: number; sinceMs: number } | null {
    const { behind } = this;
    const current = this.position();
    return behind && current ? { events: behind.head - current.seq, sinceMs: behind.sinceMs } : null;
  }

  /** The events between a cursor and the position, as the identical list for equal calls; null when they are not in memory. */
  eventsAfter(cursor: Cursor): readonly StreamEvent[] | null {
    const current = this.position();
    if (!current) return null;
    if (isSameCursor(cursor, current)) return [];
    return this.history?.after(cursor, this.nowMs()) ?? null;
  }

  addListener(listener: StreamListener): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Called with a head that was read from the log. */
  observeHead(head: Cursor): void {
    const current = this.position();
    if (current && head.seq > current.seq)
      this.behind = { head: head.seq, sinceMs: this.behind?.sinceMs ?? this.nowMs() };
    if (!current || !isSameCursor(head, current)) this.catchUpInBackground();
  }

  offerEnvelope(envelope: Envelope): void {
    if (this.closed) return;
    const { event, previous } = envelope;
    switch (this.follower.locate(event, previous)) {
      case 'next':
        this.recordEvent('followed');
        this.follower.advance(event);
        return;
      case 'ahead':
        this.holdEnvelope(envelope);
        return;
      case 'past':
        if (this.readEarly?.delete(event.seq)) this.metrics().countEvent('cruddur_envelopes_late_total', {});
        return;
      case 'foreign':
        // The envelope or this reader is of another history, which the log decides.
        this.catchUpInBackground();
    }
  }

  /** Reads the log up to its head, with at least one read that starts after this call. Rejects when it cannot be read. */
  catchUp(): Promise<void> {
    return this.follower.catchUp();
  }

  close(): void {
    if (this.closed) return;
    this.closed = true;
    this.follower.close();
    this.cancelReorderTimer?.();
    this.recordEvent('closed');
  }

  // What follows is called by the follower.

  async readHead(): Promise<Cursor> {
    return (await this.parts.log.readHeads([this.stream])).get(this.stream) ?? ORIGIN;
  }

  async readAfter(after: Cursor): Promise<StreamPage> {
    const page = await this.parts.log.readPage(this.stream, after, SYNC_EVENTS_MAX);
    const current = this.position();
    const fresh = current && 'events' in page ? page.events.filter(({ seq }) => seq > current.seq) : [];
    if (fresh.length > 0) {
      this.metrics().countEvent('cruddur_catch_up_events_total', {}, fresh.length);
      const seqs = [...(this.readEarly ?? []), ...fresh.map(({ seq }) => seq)];
      this.readEarly = new Set(seqs.slice(-RECENT_EVENTS_MAX));
    }
    return page;
  }

  apply(event: StreamEvent): void {
    const shown = redactExpired(event, this.nowMs());
    this.history?.add(shown);
    if (this.behind && event.seq >= this.behind.head) this.behind = undefined;
    for (const listener of this.listeners) listener.onEvents([shown]);
    this.held?.delete(event.seq);
    this.releaseHeld(event.seq + 1);
  }

  onSnapshot(at: Cursor, why: 'first' | 'reset'): void {
    this.behind = undefined;
    this.history?.startAt(at);
    if (why === 'reset') this.onReset();
    for (const seq of this.held?.keys() ?? []) if (seq <= at.seq) this.held?.delete(seq);
    this.releaseHeld(at.seq + 1);
  }

  onRead(step: ReadStep): void {
    if (this.closed) return;
    this.recordEvent(step);
    const hasEnded = step === 'caught_up' || step === 'failed';
    if (this.held && hasEnded) this.recordEvent('ahead');
  }

  private nowMs(): number {
    return this.parts.clock.now().getTime();
  }

  private metrics(): Metrics {
    return this.parts.metrics ?? noMetrics;
  }

  private holdEnvelope(envelope: Envelope): void {
    this.held ??= new Map();
    if (this.held.size < HELD_ENVELOPES_MAX) this.held.set(envelope.event.seq, envelope);
    else this.metrics().countEvent('cruddur_envelopes_dropped_total', { component: 'reader' });
    this.recordEvent('ahead');
    this.cancelReorderTimer ??= this.parts.timers.after(REORDER_WINDOW_MS, () => {
      this.cancelReorderTimer = undefined;
      this.catchUpInBackground();
    });
  }

  /** Applies the held envelope that follows the position; applying it releases the one after it. */
  private releaseHeld(seq: number): void {
    const { held } = this;
    const next = held?.get(seq);
    held?.delete(seq);
    if (next) this.offerEnvelope(next);
    if (!held || held !== this.held || held.size > 0) return;
    this.held = undefined;
    this.cancelReorderTimer?.();
    this.cancelReorderTimer = undefined;
    // A read in progress records its own end.
    if (!this.follower.isReading()) this.recordEvent('filled');
  }

  private catchUpInBackground(): void {
    this.catchUp().catch((error: unknown) =>
      this.parts.logger.warn({ err: error }, 'a stream could not be read'),
    );
  }

  private onReset(): void {
    this.parts.logger.warn(
      { stream: this.stream === 'public' ? this.stream : 'user' },
      'the store has another history; the stream starts again from its head',
    );
    this.recordEvent('reset');
    this.held?.clear();
    for (const listener of this.listeners) listener.onReset();
  }
}
