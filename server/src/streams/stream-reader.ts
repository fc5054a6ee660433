import {
  ORIGIN,
  RECENT_EVENTS_MAX,
  SYNC_EVENTS_MAX,
  isSameCursor,
  type Cursor,
  type StreamEvent,
} from '@cruddur/shared';
import type { Clock } from '../domain/clock.ts';
import type { Envelope, StreamId } from '../domain/events.ts';
import type { Logger } from '../domain/logger.ts';
import { noMetrics, type Metrics } from '../domain/metrics.ts';
import type { MachineCounter } from '../domain/machines/machine-counter.ts';
import type { StreamLog } from '../domain/ports.ts';
import { redactExpired } from './redact-expired.ts';
import { createLateEnvelopeCounter } from './late-envelope-counter.ts';
import { createEnvelopeBuffer } from './envelope-buffer.ts';
import { createEventHistory } from './event-history.ts';
import type { Timers } from '../domain/timers.ts';

/** Neighbours overtake each other on the bus by less than this. */
const REORDER_WINDOW_MS = 20;

export interface StreamListener {
  /** A stretch that follows what was heard before without a gap. */
  onEvents(events: readonly StreamEvent[]): void;
  /** The stream is no longer the one that was heard: start again from its head. */
  onReset(): void;
}

export interface ReaderParts {
  log: StreamLog;
  timers: Timers;
  clock: Clock;
  logger: Logger;
  machines: { streamReader: MachineCounter<'streamReader'> };
  /** How many events to remember; what concerns one person is read from the log when asked for. */
  historySize?: number;
  metrics?: Metrics;
}

/** Follows one stream of the log, with envelopes as short cuts. The log alone decides what is true. */
export interface StreamReader {
  /** Undefined until the head was read. */
  position(): Cursor | undefined;
  offerEnvelope(envelope: Envelope): void;
  /** A head as the log had it a moment ago. */
  observeHead(head: Cursor): void;
  /** How far it is behind the newest head it was shown, and since when by the clock; null when it is not. */
  lag(): { events: number; sinceMs: number } | null;
  /** Reads the log up to its head, at least once from now. Rejects when it cannot be read. */
  catchUp(): Promise<void>;
  /** What stands between a cursor and the position, the same list for all who ask alike; null when only the log can tell. */
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

  function applyEnvelope(at: Cursor, { event, previous }: Envelope): void {
    // One that follows in number but not in tag is of another history, or we are: the log knows.
    if (previous === at.tag) {
      recordEvent('followed');
      advance(at, [event]);
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

  /** Gives out what was held and is now in turn. */
  function releaseBuffered(): void {
    if (!position) return;
    buffer.dropUpTo(position.seq);
    const next = buffer.removeAt(position.seq + 1);
    if (next) offerEnvelope(next);
    if (!buffer.isEmpty()) return;
    cancelReorderTimer?.();
    cancelReorderTimer = undefined;
    // Whoever reads says in the end how that went.
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
      for (let move: 'look' | 'more' = 'look'; mustReadAgain && !closed; move = 'more') {
        mustReadAgain = false;
        recordEvent(move);
        await readOnce();
      }
      finishReading('caught_up');
    } catch (error) {
      finishReading('failed');
      throw error;
    }
  }

  function finishReading(how: 'caught_up' | 'failed'): void {
    reading = undefined;
    if (closed) return;
    recordEvent(how);
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
      // Envelopes may have moved the position meanwhile, along the same history.
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
      'the store has another history; starting again',
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
