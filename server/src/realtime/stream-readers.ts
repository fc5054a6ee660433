import { ORIGIN, REMEMBERED_EVENTS, type Cursor } from '@cruddur/shared';
import { PUBLIC_STREAM, type Envelope, type StreamId, type Stretch } from '../domain/events.ts';
import type { Bus, StreamLog } from '../domain/ports.ts';
import { shareQuestions } from './shared-log.ts';
import {
  createStreamReader,
  type ReaderParts,
  type StreamListener,
  type StreamReader,
} from './stream-reader.ts';

const HEADS_EVERY_MS = 250;
/** While the bus is well, heads are read at every fourth beat: once a second. */
const BEATS_WHEN_WELL = 4;

/** The readers of this gateway: the public stream's always, a person's own while somebody listens. */
export interface StreamReaders {
  /** Follows a stream. `release` ends it; the last one to leave closes the reader. */
  follow(stream: StreamId, listener: StreamListener): { reader: StreamReader; release: () => void };
  offer(envelope: Envelope): void;
  /** One question for the heads of all streams that are followed; each reader then reads what it lacks. */
  refreshHeads(): Promise<void>;
  /** Reads the log; equal questions at the same time are asked once. */
  read(stream: StreamId, after: Cursor, limit: number): Promise<Stretch>;
  close(): void;
}

export function createStreamReaders(parts: Omit<ReaderParts, 'remember'> & { bus: Bus }): StreamReaders {
  const { bus, log, timers, logger } = parts;
  const followed = new Map<StreamId, { reader: StreamReader; count: number; close: () => void }>();
  // A reader's own reads are never shared: one that began too early would not have what the reader is after.
  const shared = shareQuestions(log, parts);
  const readerLog: StreamLog = { ...shared, read: (...question) => log.read(...question) };
  let beats = 0;
  let wasWell = true;
  let readable = true;
  let refreshing: Promise<void> | undefined;

  function open(stream: StreamId) {
    const remember = stream === PUBLIC_STREAM ? REMEMBERED_EVENTS : 0;
    const reader = createStreamReader(stream, { ...parts, log: readerLog, remember });
    const unsubscribe = bus.subscribe(stream, (envelope) => reader.offer(envelope));
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
      const heads = await shared.heads(streams);
      for (const stream of streams) followed.get(stream)?.reader.noticeHead(heads.get(stream) ?? ORIGIN);
      readable = true;
    } catch (error) {
      if (readable) logger.error({ err: error }, 'the heads of the streams cannot be read');
      readable = false;
    } finally {
      refreshing = undefined;
    }
  }

  const refreshHeads = () => (refreshing ??= readHeads());

  const stopBeating = timers.every(HEADS_EVERY_MS, () => {
    const isWell = bus.healthy();
    const isBack = isWell && !wasWell;
    wasWell = isWell;
    beats += 1;
    if (!isWell || isBack || beats % BEATS_WHEN_WELL === 0) void refreshHeads();
  });

  open(PUBLIC_STREAM).count = 1;

  return {
    refreshHeads,
    follow(stream, listener) {
      const entry = followed.get(stream) ?? open(stream);
      entry.count += 1;
      const deafen = entry.reader.listen(listener);
      const release = () => {
        deafen();
        entry.count -= 1;
        if (entry.count === 0) entry.close();
      };
      return { reader: entry.reader, release };
    },
    offer: (envelope) => followed.get(envelope.stream)?.reader.offer(envelope),
    read: (stream, after, limit) => shared.read(stream, after, limit),
    close() {
      stopBeating();
      for (const entry of [...followed.values()]) entry.close();
    },
  };
}
