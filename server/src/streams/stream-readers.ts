import { isSameCursor, type Cursor, ORIGIN } from '@cruddur/shared';
import { type Envelope, PUBLIC_STREAM, type StreamId, type StreamPage } from '../domain/streams.ts';
import type { Bus, DeliverEnvelopes, StreamLog } from '../domain/ports.ts';
import { coalesceReads } from './coalesced-log.ts';
import { StreamReader, type ReaderParts, type StreamListener } from './stream-reader.ts';

const TICK_MS = 250;
/** While the bus is healthy, heads are read at every fourth tick: once a second. */
const TICKS_WHEN_HEALTHY = 4;

/** The readers of this gateway: always one of the public stream, and one of a personal stream while it is followed. */
export interface StreamReaders {
  /** Follows a stream until `release`. The last release closes the reader. */
  followStream(stream: StreamId, listener: StreamListener): { reader: StreamReader; release: () => void };
  offerEnvelope(envelope: Envelope): void;
  /** Reads the heads of all followed streams in one query; each reader then reads what it lacks. */
  refreshHeads(): Promise<void>;
  /** Reads the log; equal concurrent reads share one query. */
  readPage(stream: StreamId, after: Cursor, limit: number): Promise<StreamPage>;
  /**
   * What follows a cursor, for clients without a socket, up to a head that is read after the call: one query reads it for all
   * calls that wait. The events come from memory if it has them, else from one query for equal calls.
   */
  readLatest(stream: StreamId, after: Cursor, limit: number): Promise<StreamPage>;
  /** The lag of the reader that is furthest behind. */
  lag(): { events: number; seconds: number };
  close(): void;
}

export function createStreamReaders(parts: Omit<ReaderParts, 'historySize'> & { bus: Bus }): StreamReaders {
  const { bus, log, timers, clock, logger } = parts;
  const followed = new Map<StreamId, { reader: StreamReader; count: number; close: () => void }>();
  // A reader's own reads are never shared: a read that started earlier may lack the events that it needs.
  const coalescedLog = coalesceReads(log, parts);
  const readerLog: StreamLog = { ...coalescedLog, readPage: (...request) => log.readPage(...request) };
  const readerParts: ReaderParts = { ...parts, log: readerLog };
  const ownReaderParts: ReaderParts = { ...readerParts, historySize: 0 };
  let ticks = 0;
  let wasHealthy = true;
  let unreadableSinceMs: number | undefined;
  let refreshing: Promise<void> | undefined;

  function openReader(stream: StreamId) {
    const reader = new StreamReader(stream, stream === PUBLIC_STREAM ? readerParts : ownReaderParts);
    const unsubscribe = bus.subscribe(stream, (envelope) => reader.offerEnvelope(envelope));
    const close = () => {
      unsubscribe();
      reader.close();
      followed.delete(stream);
    };
    const entry = { reader, count: 0, close };
    followed.set(stream, entry);
    return entry;
  }

  async function readHeads(): Promise<void> {
    const streams = [...followed.keys()];
    try {
      const heads = await coalescedLog.readHeads(streams);
      for (const stream of streams) followed.get(stream)?.reader.observeHead(heads.get(stream) ?? ORIGIN);
      unreadableSinceMs = undefined;
    } catch (error) {
      if (unreadableSinceMs === undefined)
        logger.error({ err: error }, 'the heads of the streams cannot be read');
      unreadableSinceMs ??= clock.now().getTime();
    } finally {
      refreshing = undefined;
    }
  }

  /** Null unless memory knows both cursors, so that it is of the same history as the head, and not behind it. */
  function findInMemory(stream: StreamId, after: Cursor, head: Cursor) {
    const reader = followed.get(stream)?.reader;
    const events = reader?.eventsAfter(head) ? reader.eventsAfter(after) : null;
    const position = reader?.position();
    return events && position ? { events, head: position } : null;
  }

  async function readLatest(stream: StreamId, after: Cursor, limit: number): Promise<StreamPage> {
    const head = (await coalescedLog.readHeads([stream])).get(stream) ?? ORIGIN;
    if (isSameCursor(head, after)) return { events: [], head, more: false };
    const known = findInMemory(stream, after, head);
    if (known) {
      const events = known.events.slice(0, limit);
      return { events, head: known.head, more: events.length < known.events.length };
    }
    const page = await coalescedLog.readPage(stream, after, limit);
    // A query that another call started may be older than the head.
    return page.head.seq < head.seq ? log.readPage(stream, after, limit) : page;
  }

  const refreshHeads = () => (refreshing ??= readHeads());

  const stopTicking = timers.every(TICK_MS, () => {
    const isHealthy = bus.isHealthy();
    const hasRecovered = isHealthy && !wasHealthy;
    wasHealthy = isHealthy;
    ticks += 1;
    if (!isHealthy || hasRecovered || ticks % TICKS_WHEN_HEALTHY === 0) void refreshHeads();
  });

  openReader(PUBLIC_STREAM).count = 1;

  return {
    refreshHeads,
    followStream(stream, listener) {
      const entry = followed.get(stream) ?? openReader(stream);
      entry.count += 1;
      const removeListener = entry.reader.addListener(listener);
      const release = () => {
        removeListener();
        entry.count -= 1;
        if (entry.count === 0) entry.close();
      };
      return { reader: entry.reader, release };
    },
    offerEnvelope: (envelope) => followed.get(envelope.stream)?.reader.offerEnvelope(envelope),
    readPage: (stream, after, limit) => coalescedLog.readPage(stream, after, limit),
    readLatest,
    lag() {
      const lags = [...followed.values()].flatMap(({ reader }) => reader.lag() ?? []);
      const now = clock.now().getTime();
      const since = Math.min(now, unreadableSinceMs ?? now, ...lags.map(({ sinceMs }) => sinceMs));
      return { events: Math.max(0, ...lags.map(({ events }) => events)), seconds: (now - since) / 1000 };
    },
    close() {
      stopTicking();
      for (const entry of [...followed.values()]) entry.close();
    },
  };
}

/** Delivers to this gateway's readers first, then to the bus. The log has every envelope that is lost. */
export function createDeliver({ readers, bus }: { readers: StreamReaders; bus: Bus }): DeliverEnvelopes {
  return (envelopes) => {
    for (const envelope of envelopes) readers.offerEnvelope(envelope);
    bus.publish(envelopes);
  };
}
