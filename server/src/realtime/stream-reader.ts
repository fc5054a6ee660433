import {
  ORIGIN,
  REMEMBERED_EVENTS,
  SYNC_MAX,
  sameCursor,
  type Cursor,
  type StreamEvent,
} from '@cruddur/shared';
import type { Clock } from '../domain/clock.ts';
import type { Envelope, StreamId } from '../domain/events.ts';
import type { Logger } from '../domain/logger.ts';
import type { Tally } from '../domain/machines/tally.ts';
import type { StreamLog } from '../domain/ports.ts';
import { asOf } from './burned.ts';
import { createHeldEnvelopes } from './held-envelopes.ts';
import { createRecentEvents } from './recent-events.ts';
import type { Timers } from './timers.ts';

/** Neighbours overtake each other on the bus by less than this. */
const HOLD_MS = 20;

export interface StreamListener {
  /** A stretch that follows what was heard before without a gap. */
  hear(events: readonly StreamEvent[]): void;
  /** The stream is no longer the one that was heard: start again from its head. */
  reset(): void;
}

export interface ReaderParts {
  log: StreamLog;
  timers: Timers;
  clock: Clock;
  logger: Logger;
  machines: { streamReader: Tally<'streamReader'> };
  /** How many events to remember; what concerns one person is read from the log when asked for. */
  remember?: number;
}

/** Follows one stream of the log, with envelopes as short cuts. The log alone decides what is true. */
export interface StreamReader {
  /** Undefined until the head was read. */
  position(): Cursor | undefined;
  offer(envelope: Envelope): void;
  /** A head as the log had it a moment ago. */
  noticeHead(head: Cursor): void;
  /** Reads the log up to its head, at least once from now. Rejects when it cannot be read. */
  catchUp(): Promise<void>;
  /** What stands between a cursor and the position, the same list for all who ask alike; null when only the log can tell. */
  since(cursor: Cursor): readonly StreamEvent[] | null;
  listen(listener: StreamListener): () => void;
  close(): void;
}

export function createStreamReader(stream: StreamId, parts: ReaderParts): StreamReader {
  const { log, timers, clock, logger, machines, remember = REMEMBERED_EVENTS } = parts;
  const listeners = new Set<StreamListener>();
  const recent = createRecentEvents(remember);
  const held = createHeldEnvelopes(REMEMBERED_EVENTS);
  let position: Cursor | undefined;
  let reading: Promise<void> | undefined;
  let again = false;
  let stopHolding: (() => void) | undefined;
  let holding = false;
  let closed = false;
  const tell = machines.streamReader.begin();

  function advance(from: Cursor, events: readonly StreamEvent[]): void {
    const last = events.at(-1);
    if (!last) return;
    const now = clock.now().getTime();
    const shown = events.map((event) => asOf(event, now));
    recent.add(from, shown);
    position = { seq: last.seq, tag: last.tag };
    for (const listener of listeners) listener.hear(shown);
  }

  function offer(envelope: Envelope): void {
    if (closed) return;
    const { event } = envelope;
    if (!position || event.seq > position.seq + 1) hold(envelope);
    else if (event.seq === position.seq + 1) follow(position, envelope);
    else if (event.seq === position.seq && event.tag !== position.tag) look();
  }

  function follow(at: Cursor, { event, previous }: Envelope): void {
    // One that follows in number but not in tag is of another history, or we are: the log knows.
    if (previous === at.tag) {
      tell('followed');
      advance(at, [event]);
      release();
    } else look();
  }

  function hold(envelope: Envelope): void {
    held.hold(envelope);
    holding = true;
    tell('ahead');
    stopHolding ??= timers.after(HOLD_MS, () => {
      stopHolding = undefined;
      look();
    });
  }

  /** Gives out what was held and is now in turn. */
  function release(): void {
    if (!position) return;
    held.dropUpTo(position.seq);
    const next = held.take(position.seq + 1);
    if (next) offer(next);
    if (!held.isEmpty()) return;
    stopHolding?.();
    stopHolding = undefined;
    // Whoever reads says in the end how that went.
    if (holding && !reading) tell('filled');
    holding = false;
  }

  function look(): void {
    catchUp().catch((error: unknown) => logger.warn({ err: error }, 'a stream could not be read'));
  }

  function catchUp(): Promise<void> {
    if (closed) return Promise.resolve();
    again = true;
    return (reading ??= readToHead());
  }

  async function readToHead(): Promise<void> {
    try {
      for (let move: 'look' | 'more' = 'look'; again && !closed; move = 'more') {
        again = false;
        tell(move);
        await readOnce();
      }
      rest('caught_up');
    } catch (error) {
      rest('failed');
      throw error;
    }
  }

  function rest(how: 'caught_up' | 'failed'): void {
    reading = undefined;
    if (closed) return;
    tell(how);
    if (holding) tell('ahead');
  }

  async function readOnce(): Promise<void> {
    if (!position) {
      const heads = await log.heads([stream]);
      if (closed) return;
      position = heads.get(stream) ?? ORIGIN;
    } else {
      const stretch = await log.read(stream, position, SYNC_MAX);
      if (closed) return;
      if ('reset' in stretch) restart(stretch.head);
      // Envelopes may have moved the position meanwhile, along the same history.
      else advanceTo(stretch.events);
      if (!('reset' in stretch) && stretch.more) again = true;
    }
    release();
  }

  function advanceTo(events: readonly StreamEvent[]): void {
    const from = position ?? ORIGIN;
    advance(
      from,
      events.filter((event) => event.seq > from.seq),
    );
  }

  function restart(head: Cursor): void {
    logger.warn(
      { stream: stream === 'public' ? stream : 'user' },
      'the store has another history; starting again',
    );
    tell('reset');
    position = head;
    recent.clear();
    held.clear();
    for (const listener of listeners) listener.reset();
  }

  return {
    position: () => position,
    offer,
    catchUp,
    noticeHead(head) {
      if (!position || !sameCursor(head, position)) look();
    },
    since(cursor) {
      if (!position) return null;
      if (sameCursor(cursor, position)) return [];
      return recent.after(cursor, clock.now().getTime());
    },
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close() {
      if (closed) return;
      closed = true;
      stopHolding?.();
      tell('closed');
    },
  };
}
