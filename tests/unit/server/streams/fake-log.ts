import { ORIGIN, isSameCursor, type Cursor, type StreamEvent } from '@cruddur/shared';
import type { Envelope, StreamId, StreamPage } from '../../../../server/src/domain/streams.ts';

export type FakeLog = ReturnType<typeof createFakeLog>;

/** An in-memory log with the guarantees of the real one. */
export function createFakeLog() {
  const streams = new Map<StreamId, StreamEvent[]>();
  const listOf = (stream: StreamId) => {
    const list = streams.get(stream) ?? [];
    streams.set(stream, list);
    return list;
  };
  const headOf = (stream: StreamId): Cursor => {
    const last = listOf(stream).at(-1);
    return last ? { seq: last.seq, tag: last.tag } : ORIGIN;
  };
  let broken = false;
  let reads = 0;
  let tags = 0;
  let paused = false;
  const waiting: (() => void)[] = [];
  const simulateRead = async () => {
    reads += 1;
    await (paused ? new Promise<void>((resolve) => waiting.push(resolve)) : Promise.resolve());
    if (broken) throw new Error('the store is away');
  };

  return {
    /** Writes the next event of a stream and returns its envelope. */
    appendEvent(stream: StreamId): Envelope {
      const { seq, tag } = headOf(stream);
      const event: StreamEvent = {
        seq: seq + 1,
        tag: `t${(tags += 1)}`,
        at: '2030-01-01T00:00:00.000Z',
        kind: 'notifications.read',
        data: { unread: seq },
      };
      listOf(stream).push(event);
      return { stream, previous: tag, event };
    },
    /** Resets a stream to its state at a position, as a restored backup does. */
    restore(stream: StreamId, seq: number) {
      streams.set(stream, listOf(stream).slice(0, seq));
    },
    eventsOf: (stream: StreamId): readonly StreamEvent[] => listOf(stream),
    setBroken: (value: boolean) => void (broken = value),
    countReads: () => reads,
    /** From now on reads wait, each for its own `releaseOneRead` or all for `resumeReads`. */
    pauseReads: () => (paused = true),
    releaseOneRead: () => waiting.shift()?.(),
    resumeReads() {
      paused = false;
      for (const read of waiting.splice(0)) read();
    },
    async readHeads(wanted: readonly StreamId[]) {
      const heads = new Map(wanted.map((stream) => [stream, headOf(stream)] as const));
      await simulateRead();
      return heads;
    },
    async readPage(stream: StreamId, after: Cursor, limit: number): Promise<StreamPage> {
      // The snapshot is taken at the request: later events are not in it.
      const list = [...listOf(stream)];
      const head = headOf(stream);
      await simulateRead();
      const at = after.seq === 0 ? ORIGIN : list[after.seq - 1];
      if (!at || !isSameCursor(at, after)) return { reset: true, head };
      const events = list.slice(after.seq, after.seq + limit);
      return { events, head, more: after.seq + events.length < list.length };
    },
  };
}
